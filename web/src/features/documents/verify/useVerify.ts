import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { publishedLogKey } from '../../../api/logKey'
import { checkCode } from '../queries'
import type { Label } from './verify'

/** A document has at most 16 MiB. */
const FILE_BYTES_MAX = 17 * 1024 * 1024
/** The key of the last visit, for checks without a connection. */
const KEPT = 'document-key'

export type Asked = { link: string } | { file: File } | { code: string }
/** The result. `by` is what was checked. */
export type Checked = {
  by: 'link' | 'file' | 'code'
  verdict: 'match' | 'no-match' | 'no-key' | 'unsupported'
  label?: Label | undefined
}

/** The published key; without a connection, the one of the last visit. */
async function publishedKey(): Promise<string | undefined> {
  const key = await publishedLogKey()
  try {
    if (key) localStorage.setItem(KEPT, key)
    return key ?? localStorage.getItem(KEPT) ?? undefined
  } catch {
    return key
  }
}

async function checked(asked: Asked): Promise<Checked> {
  if ('code' in asked) return { by: 'code', verdict: (await checkCode(asked.code)) ? 'match' : 'no-match' }
  const by = 'link' in asked ? 'link' : 'file'
  if (!globalThis.crypto?.subtle) return { by, verdict: 'unsupported' }
  const [verify, { Unsupported }, key] = await Promise.all([
    import('./verify'),
    import('../../../domain/proof/note'),
    publishedKey(),
  ])
  if (!key) return { by, verdict: 'no-key' }
  try {
    if ('link' in asked) {
      const label = await verify.openLabel(asked.link, key)
      return { by, verdict: label ? 'match' : 'no-match', label }
    }
    if (asked.file.size > FILE_BYTES_MAX) return { by, verdict: 'no-match' }
    const bytes = new Uint8Array(await asked.file.arrayBuffer())
    return { by, verdict: (await verify.isSealed(bytes, key)) ? 'match' : 'no-match' }
  } catch (cause) {
    if (cause instanceof Unsupported) return { by, verdict: 'unsupported' }
    throw cause
  }
}

/** Checks what it is given, and first what the address of the page holds. */
export function useVerify() {
  const check = useMutation({ mutationFn: checked })
  const { mutate } = check
  useEffect(() => {
    const read = () => {
      const link = window.location.hash.slice(1)
      if (link) mutate({ link })
    }
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [mutate])
  return check
}
