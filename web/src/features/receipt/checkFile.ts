import { publishedLogKey } from '../../api/logKey'
import type { Verdict } from './receipt'

/** What is said about a file: by the published key where the site can be reached, otherwise by the key in the receipt. */
export type Said = { verdict: Verdict | { kind: 'unsupported' }; published: boolean }

/** A receipt has some kilobytes; what is larger is none. */
export const FILE_BYTES_MAX = 4 * 1024 * 1024

/** The code that checks is fetched only by those who check; fetched early, it works without the site. */
export const checker = () => Promise.all([import('./receipt'), import('./note')])

/** `id` is the transaction that the receipt must be of, where that is known. */
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
