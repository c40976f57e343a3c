/** What holds when a run has no failures, in the words of the published table. */
export const PROMISES = {
  'kill-writers': 'nothing torn, nothing acknowledged lost, no litter after the next write, indexes equal a rebuild',
  'kill-server': 'the same for the built stdio server with calls to vault, kanban and vibe in flight',
  'shared-kills':
    'three clients share a process while clients and that process are killed at random: nothing acknowledged is lost, every call is answered, nothing runs on',
  'fail-system-calls':
    'system calls, spread over every writing operation, fail with one of four errors or are the last before a kill: old or new content, and the answer does not lie',
  'fail-each-call':
    'each call of the storage core, in every writing operation, fails with each of four errors: old or new content, an answer that does not lie, and the next attempt succeeds',
  'cut-power': 'power cuts on an ext4 disk while notes, cards and tasks are written: nothing torn, nothing acknowledged lost',
  'lost-update': '8 processes change one note at once: no change is lost',
  'mixed-writers':
    '8 processes on the same notes, cards, relations and tasks: no change is lost, each card and number once, indexes equal a rebuild',
  'create-race': '8 processes create the same names at once: exactly one winner for each, whose text is in the file',
  'swap-links':
    'folders and files are swapped for links to the outside while notes are read, listed, written, moved and removed: no call leaves the root',
  'swap-boards':
    'the folder of a board is exchanged for a link to the outside while cards are made and changed: nothing is written outside',
  'move-links':
    'links lead where a model says, every other byte is the same; killed in the middle, every file is whole and the same call finishes',
  'hostile-patterns':
    'patterns that hang other engines end by their deadline, with a result or an error in words, while other calls are answered',
  'doors-requests':
    'any single request of up to 4 MiB (deep, long, wide, odd encodings; every tool, resource, prompt and completion): /healthz answers within 200 ms, memory grows by less than 200 MB and comes back',
  'doors-files':
    'workspaces with planted locks, journals, indexes, caches, links, settings and programs: nothing outside is read or changed, nothing planted is run or believed, every call is answered',
  'doors-neighbour':
    'one principal doing its worst (sessions, streams, subscriptions, traces, batches): every call of another is answered, p99 under 3 times quiet',
  'abuse-http':
    'abandoned sessions, clients that never read and clients that send slowly: bounded memory, every call of the others answered',
  'fuzz-paths': 'every path is refused as such or stays below its root; what is accepted once is accepted unchanged again',
  'fuzz-hostile-tree':
    'links, FIFOs, twins and reserved names: no call leaves the root, waits for a special file or fails without a reason',
  'fuzz-front-matter': 'front matter is never a crash; what is written reads back the same; an edit changes nothing but its keys',
  'fuzz-cards': 'any file is a card or a named problem; what is written reads back; an edit made twice changes nothing',
  'fuzz-columns': 'columns.toml is read, or refused by the line that is wrong',
  'fuzz-ndjson': 'journals and indexes of lines: a broken line hides nothing but itself, or is a reason to rebuild',
  'fuzz-queries': 'any text is a query: no SQL error, no crash, and a filter never hides what the search would find',
  'fuzz-patterns': 'any pattern is searched or refused; shortcuts never hide a match; a glob is never a crash',
  'fuzz-arguments':
    'any arguments to any of the tools: an answer that fits its schema or a documented error; nothing outside touched',
  'model-vault': 'a vault under three servers at once behaves as one map from paths to texts, and the files are that map',
  'model-board': 'a board under three servers at once behaves as one map of cards; the card files and journals are that map',
  'model-workspace':
    'a project under three servers at once behaves as one list of tasks, documents and sessions, and so do its files',
  'full-disk':
    'a disk that fills up again and again: every refused write left the old text, every acknowledged one is there, no litter',
  'few-descriptors': 'without file descriptors a call fails and says why; the server lives, and nothing is damaged',
  'closed-folders': 'a read-only disk and folders of another user: writing is refused as such, reading goes on, nothing crashes',
  'clock-steps': 'a clock that jumps back and forth by hours: ids stay unique and grow, no card, task, session or edit is lost',
  'event-flood': 'more file events than a watcher can hold: afterwards lists and searches show exactly what is on disk',
  'large-file':
    'a file of a gigabyte is read and scanned to its end with bounded memory; searches that pass it over say so; others are served',
  'many-files': 'a vault of 100,000 notes is listed, searched, found in and read with bounded memory',
} as const
