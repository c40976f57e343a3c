export interface CompletionTable {
  readonly commands: readonly {
    readonly name: string
    readonly about: string
    /** What may stand behind it. */
    readonly words: readonly string[]
    readonly flags: readonly string[]
  }[]
  /** What may stand behind a flag. */
  readonly values: Readonly<Record<string, readonly string[]>>
}

/** One way to say the same table for each shell. Where nothing is known, the shell completes files. */
export const shells: Readonly<Record<string, (table: CompletionTable) => string>> = { bash, zsh, fish }

function bash({ commands, values }: CompletionTable): string {
  return `# shoko completion for bash: source <(shoko completion bash)
_shoko() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} words=
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W ${quoted(commands.map(({ name }) => name).join(' '))} -- "$cur"))
    return
  fi
  case $prev in
${Object.entries(values)
  .map(([flag, options]) => `    ${flag}) COMPREPLY=($(compgen -W ${quoted(options.join(' '))} -- "$cur")); return ;;`)
  .join('\n')}
  esac
  case \${COMP_WORDS[1]} in
${commands
  .map(
    ({ name, words, flags }) =>
      `    ${name}) if [[ $cur == -* ]]; then words=${quoted(flags.join(' '))}; elif ((COMP_CWORD == 2)); then words=${quoted(words.join(' '))}; fi ;;`,
  )
  .join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _shoko shoko
`
}

function zsh({ commands, values }: CompletionTable): string {
  return `#compdef shoko
# shoko completion for zsh: shoko completion zsh > ~/.zfunc/_shoko, with ~/.zfunc in fpath
_shoko() {
  local -a list
  if ((CURRENT == 2)); then
    list=(${commands.map(({ name, about }) => quoted(`${name}:${about.replaceAll(':', '\\:')}`)).join(' ')})
    _describe command list
    return
  fi
  case $words[CURRENT-1] in
${Object.entries(values)
  .map(([flag, options]) => `    ${flag}) compadd -- ${options.join(' ')}; return ;;`)
  .join('\n')}
  esac
  case $words[2] in
${commands
  .map(
    ({ name, words, flags }) =>
      `    ${name}) if [[ $PREFIX == -* ]]; then list=(${flags.join(' ')}); elif ((CURRENT == 3)); then list=(${words.join(' ')}); fi ;;`,
  )
  .join('\n')}
  esac
  if ((\${#list})); then compadd -a list; else _files; fi
}
if [[ \${funcstack[1]} == _shoko ]]; then _shoko "$@"; else compdef _shoko shoko; fi
`
}

function fish({ commands, values }: CompletionTable): string {
  const lines = commands.flatMap(({ name, about, words, flags }) => [
    `complete -c shoko -f -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`,
    ...(words.length === 0
      ? []
      : [`complete -c shoko -f -n '__fish_seen_subcommand_from ${name}' -a ${quoted(words.join(' '))}`]),
    ...flags.map((flag) => {
      const options = values[flag]
      return `complete -c shoko -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}${options === undefined ? '' : ` -x -a ${quoted(options.join(' '))}`}`
    }),
  ])
  return `# shoko completion for fish: shoko completion fish > ~/.config/fish/completions/shoko.fish\n${lines.join('\n')}\n`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
