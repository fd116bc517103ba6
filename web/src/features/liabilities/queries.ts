import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import { publishedLogKey } from '../../api/logKey'
import { isApiError } from '../../api/problem'
import { tokens } from '../../api/tokens'
import type { Verdict } from './proof'

/** A proof as received, the result of its verification, and whether the published key was available for it. */
export type Checked = { file: string; verdict: Verdict | { kind: 'unsupported' }; published: boolean }

/** The latest proof, verified in the browser. `null` before the first publication. */
export const proofQuery = queryOptions({
  queryKey: ['liabilities'],
  queryFn: async ({ signal }): Promise<Checked | null> => {
    try {
      const { data } = await client.GET('/api/client/v1/liabilities', { signal })
      return await checkFile(`${JSON.stringify(data, null, 2)}\n`)
    } catch (error) {
      if (isApiError(error) && error.status === 404) return null
      throw error
    }
  },
})

async function checkFile(file: string): Promise<Checked> {
  // The verification code is loaded only when needed.
  const [{ check }, { Unsupported }, key] = await Promise.all([
    import('./proof'),
    import('../../domain/proof/note'),
    publishedLogKey(),
  ])
  try {
    if (!globalThis.crypto?.subtle) throw new Unsupported()
    return { file, verdict: await check(file, key, tokens.profile()), published: key !== undefined }
  } catch (cause) {
    if (cause instanceof Unsupported) return { file, verdict: { kind: 'unsupported' }, published: false }
    throw cause
  }
}

/** Triggers a publication, in a sandbox. */
export const publishNow = async (): Promise<void> => {
  await client.POST('/api/client/v1/sandbox/liabilities')
}
