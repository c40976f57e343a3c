/** What `shoko help COMMAND` says: the line to type, what its own flags do, and lines to try. */
export interface HelpText {
  readonly usage: string
  readonly text?: string
  readonly flags?: readonly (readonly [flag: string, meaning: string])[]
  readonly examples: readonly (readonly [line: string, meaning: string])[]
}

const JSON_FLAG = ['--json', 'print JSON'] as const

export const helpTexts: Readonly<Record<string, HelpText>> = {
  init: {
    usage: 'shoko init [flags]',
    text: 'Finds notes, manuals, boards and workspaces, writes shoko.toml, and adds the server to the files of the programs you use. The program is copied to your data folder (with the Node that was fetched for it, if yours is too old), so that clients do not depend on a clone. Every change is shown first; a changed file is kept as FILE.shoko-backup; what cannot be changed safely is left alone and the entry is printed.',
    flags: [
      ['-y, --yes', 'take what is found, and write'],
      ['--vault PATH', 'the folder of notes'],
      ['--manuals PATH', "the folder whose folders are manuals, or one manual (a project's docs)"],
      ['--kanban PATH', 'a folder that holds a board; may be repeated'],
      ['--vibe PATH', 'the folder of project workspaces'],
      ['--client LIST', 'claude-code, claude-desktop, codex, cursor, vscode, gemini, opencode, cline, all or none'],
      ['--scope user|project', 'the file of the user (default) or of this project; the latter names nothing of your home'],
      ['--http URL', 'clients call this server instead of starting one'],
      ['--config PATH', 'where to write the settings'],
      ['-n, --dry-run', 'show, and write nothing'],
      ['--uninstall', 'take everything out again, byte for byte where nothing else has changed'],
      JSON_FLAG,
    ],
    examples: [
      ['shoko init', 'answer a few questions'],
      ['shoko init --yes --vault ~/notes --client claude-code,codex', 'no questions'],
      ['shoko init --client vscode --scope project', 'for everybody who opens this folder'],
      ['shoko init --uninstall', 'as if it had never been there'],
    ],
  },
  doctor: {
    usage: 'shoko doctor [--start-project-servers] [--json] [settings]',
    text: 'Checks settings, folders and every client: the server of each entry is really started and asked for its tools. Exit code 1: something is wrong; 2: the settings are.',
    flags: [
      ['--start-project-servers', 'also start what the files of this folder name; only where you trust it'],
      ['--memory', 'what each running server of yours holds, in a table'],
      ['--quality', 'measure how well search finds what your own folders hold, beside grep'],
      ['--min-hit10 SHARE', 'with --quality: exit code 1 when fewer queries of a language find their file'],
      ['--sample N', 'with --quality: queries of each kind, language and folder (25)'],
      ['--seed N', 'with --quality: another choice of queries (1)'],
      ['--time-limit SECONDS', 'with --quality: stop then (60)'],
      JSON_FLAG,
    ],
    examples: [
      ['shoko doctor', 'one line a check, one line a fix'],
      ['shoko doctor --json | jq .ok', 'for scripts'],
      ['shoko doctor --memory', 'who takes how much'],
      ['shoko doctor --quality --min-hit10 0.9', 'fail a build when search finds less'],
    ],
  },
  check: {
    usage: 'shoko check [--fix] [--json] [vault|manual|kanban|vibe…]',
    text: 'Looks for damage that no tool would cause: torn lines, duplicate cards, dangling relations, stale indexes.',
    flags: [['--fix', 'repair what can be repaired'], JSON_FLAG],
    examples: [
      ['shoko check', 'look only'],
      ['shoko check kanban --fix', 'repair the boards'],
    ],
  },
  stdio: {
    usage: 'shoko stdio [settings]',
    text: 'Serves one MCP client on standard input and output. Clients start it; the log goes to stderr.',
    examples: [
      ['shoko stdio --vault-root ~/notes --shoko-families vault,audit', 'notes only'],
      ['shoko stdio --shoko-read-only', 'without the tools that write'],
    ],
  },
  http: {
    usage: 'shoko http [settings]',
    text: 'Serves many MCP clients over streamable HTTP at /mcp, on 127.0.0.1:8080 unless told otherwise. Any other host needs a token or OAuth.',
    examples: [
      ['shoko http --http-port 0', 'any free port; the first log line names it'],
      ['SHOKO_AUTH_TOKEN=… shoko http --http-host 0.0.0.0', 'for other machines'],
    ],
  },
  open: {
    usage: 'shoko open [--no-browser] [settings]',
    text: 'Opens the page: the board, cards, a search over everything, live. Uses the server of yours that serves these folders, or starts one and keeps it up until Ctrl+C. Where a token is needed, the page is let in by a code that works once, within a minute.',
    flags: [['--no-browser', 'print the address only']],
    examples: [
      ['shoko open', 'the page of this workspace'],
      ['shoko open --no-browser --http-port 0', 'on any free port, for another browser'],
    ],
  },
  tools: {
    usage: 'shoko tools [TOOL…] [--json]',
    flags: [JSON_FLAG],
    examples: [
      ['shoko tools', 'one line a tool'],
      ['shoko tools vault_read', 'what it takes'],
      ['shoko tools --shoko-families kanban', 'of one family'],
    ],
  },
  call: {
    usage: "shoko call TOOL ['ARGUMENTS AS JSON' | -] [--json | --text]",
    text: 'Calls a tool as an agent would. On a terminal the answer is written for reading, elsewhere as JSON. Exit code 1: the tool refused; 2: the command line makes no sense.',
    flags: [
      ['--json', 'JSON, also on a terminal'],
      ['--text', 'for reading, also in a pipe'],
    ],
    examples: [
      [`shoko call vault_ls '{"relative_dir": "daily"}'`, 'list a folder'],
      [`echo '{"query": "水害"}' | shoko call vault_find -`, 'arguments from a pipe'],
      ['shoko call kanban_list \'{"board": "."}\' --json | jq \'.items[].title\'', 'for scripts'],
    ],
  },
  find: {
    usage: 'shoko find QUERY [--manual ID] [--no-expand] [--limit N] [--explain] [--json]',
    text: 'Asks the manuals: the passages that answer, with file, lines and how sure each is, then the places that were found. Notes, boards and projects too: shoko call shoko_find.',
    flags: [
      ['--manual ID', 'search one manual only'],
      ['--no-expand', 'do not widen the search when little is found'],
      ['--limit N', 'show this many places (10)'],
      ['--explain', 'show why each place stands where it does'],
      JSON_FLAG,
    ],
    examples: [
      ['shoko find "水害は対象ですか" --explain', 'Japanese'],
      ['shoko find "garantía de la bomba" --limit 3', 'Spanish'],
    ],
  },
  board: {
    usage: 'shoko board [--board NAME|PATH] [--watch] [--json]',
    text: 'Shows the board of the folder you stand in, or of the nearest one above it; else the first that is configured.',
    flags: [['-b, --board NAME|PATH', 'another board'], ['-w, --watch', 'paint it again whenever something changes'], JSON_FLAG],
    examples: [
      ['shoko board', 'the columns side by side'],
      ['shoko board --watch', 'beside an agent that works on it'],
    ],
  },
  export: {
    usage: 'shoko export FILE.html [--board NAME|PATH] [--force]',
    text: 'Writes the board of this folder as one file: columns, cards, their texts, the latest hundred that are done. It holds no script, asks for nothing, and opens in any browser.',
    flags: [
      ['-b, --board NAME|PATH', 'another board'],
      ['-f, --force', 'replace a file that is there'],
    ],
    examples: [['shoko export board.html', 'to mail it to somebody']],
  },
  team: {
    usage: 'shoko team init | import [settings] | export FOLDER',
    text: 'A workspace that several servers share on PostgreSQL. The database is named by SHOKO_DATABASE_URL or --database-file, never by an argument. docs/deploy.md tells the whole way.',
    examples: [
      ['shoko team init --database-file ~/.shoko-database', 'make the space'],
      ['shoko team import --vault-root ~/notes', 'fill it from folders; nothing that is there is replaced'],
      ['shoko team export ./copy', 'give it back as folders, byte for byte'],
    ],
  },
  log: {
    usage: 'shoko log PATH [--limit N] [--json]',
    text: 'Who changed a document of a team, when, and by which call. A path begins with its family.',
    flags: [['--limit N', 'show this many changes'], JSON_FLAG],
    examples: [['shoko log vault/plans/winter.md', 'the newest first']],
  },
  restore: {
    usage: 'shoko restore PATH --at N',
    text: 'Makes a document of a team what it was at a change that shoko log names. The change that this is stands in the log too.',
    examples: [['shoko restore vault/plans/winter.md --at 41', 'as it was at change 41']],
  },
  kanban: {
    usage: 'shoko kanban COMMAND [--board BOARD] [--json]',
    examples: [
      ['shoko kanban list --column doing', 'what is being done'],
      ['shoko kanban new "Descale the machine" --label workshop', 'a new card'],
      ['shoko kanban lint --fail-on warn', 'for CI'],
    ],
  },
  vibe: {
    usage: 'shoko vibe COMMAND [--json]',
    examples: [
      ['shoko vibe tasks --status in-progress', 'of all projects'],
      ['shoko vibe search 棚卸し --limit 5', 'find text'],
      ['shoko vibe reindex --full', 'build the index anew'],
    ],
  },
  tour: {
    usage: 'shoko tour [--lang en|ja|es] [--fast] [--json]',
    text: 'A scripted session on a demo workspace: find, read, cite, audit, card, task.',
    examples: [
      ['shoko tour', 'in your language, at reading speed'],
      ['shoko tour --lang ja --fast', 'in Japanese, at once'],
    ],
  },
  completion: {
    usage: 'shoko completion bash|zsh|fish',
    text: 'Prints a script that completes commands, flags and the names of tools.',
    examples: [
      ['source <(shoko completion bash)', 'in ~/.bashrc'],
      ['shoko completion zsh > ~/.zfunc/_shoko', 'zsh, with ~/.zfunc in fpath'],
      ['shoko completion fish > ~/.config/fish/completions/shoko.fish', 'fish'],
    ],
  },
}
