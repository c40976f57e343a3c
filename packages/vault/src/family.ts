import type { Family } from '@shoko/contract'
import type { VaultContext } from './context.ts'
import type { VaultReason } from './reasons.ts'
import { vaultResources } from './resources/vault-resources.ts'
import { vaultCreate } from './tools/vault-create.ts'
import { vaultFind } from './tools/vault-find.ts'
import { vaultLinks } from './tools/vault-links.ts'
import { vaultLs } from './tools/vault-ls.ts'
import { vaultMove } from './tools/vault-move.ts'
import { vaultRead } from './tools/vault-read.ts'
import { vaultReplace } from './tools/vault-replace.ts'
import { vaultScan } from './tools/vault-scan.ts'
import { vaultSearch } from './tools/vault-search.ts'
import { vaultTrash } from './tools/vault-trash.ts'
import { vaultWrite } from './tools/vault-write.ts'

export const vaultFamily: Family<VaultContext, VaultReason> = {
  name: 'vault',
  tools: [
    vaultLs,
    vaultRead,
    vaultFind,
    vaultScan,
    vaultCreate,
    vaultWrite,
    vaultReplace,
    vaultSearch,
    vaultMove,
    vaultTrash,
    vaultLinks,
  ],
  resources: vaultResources,
}
