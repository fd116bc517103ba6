import { publishedLogKey } from '../../api/logKey'
import type { Verdict } from './receipt'

/** The result for a file. `published` is true if the published key was used rather than the receipt's own. */
export type Said = { verdict: Verdict | { kind: 'unsupported' }; published: boolean }

/** A receipt has a few kilobytes; larger files are rejected. */
export const FILE_BYTES_MAX = 4 * 1024 * 1024

/** Loads the verification code on demand. Preloaded, it works offline. */
export const checker = () => Promise.all([import('./receipt'), import('../../domain/proof/note')])

/** Verifies a receipt. `id`, if given, must be its transaction. */
export async function checkFile(file: string, id?: string): Promise<Said> {
  const [[{ check }, { Unsupported }], key] = await Promise.all([checker(), publishedLogKey()])
  try {
    if (!globalThis.crypto?.subtle) throw new Unsupported()
    return { verdict: await check(file, key, id), published: key !== undefined }
  } catch (cause) {
    if (cause instanceof Unsupported) return { verdict: { kind: 'unsupported' }, published: false }
    throw cause
  }
}
