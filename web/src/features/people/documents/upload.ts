import { heard } from '../../../api/connection'
import { randomId } from '../../../api/ids'
import { ApiError, problemOf } from '../../../api/problem'
import { tokens } from '../../../api/tokens'
import type { DocumentKind, DocumentPart } from './queries'

/** A picture of a document's side, with the kind of document, or another picture. */
export type Shot = { part: DocumentPart; document?: DocumentKind; country?: string }

/** The progress in percent, from 0 to 100. */
type OnProgress = (percent: number) => void

/** Uploads a picture with progress, which `fetch` does not report. Throws `ApiError`; renews an expired token once. */
export async function upload(shot: Shot, picture: Blob, onProgress: OnProgress, signal: AbortSignal): Promise<void> {
  const used = tokens.access()
  let response = await put(shot, picture, used, onProgress, signal)
  if (response.status === 401 && used !== undefined) {
    const fresh = await tokens.renew(used)
    if (fresh !== undefined) response = await put(shot, picture, fresh, onProgress, signal)
  }
  if (!response.ok) throw await problemOf(response)
}

function put(shot: Shot, picture: Blob, access: string | undefined, onProgress: OnProgress, signal: AbortSignal) {
  const url = new URL('/api/client/v1/user/documents', location.origin)
  for (const [name, value] of Object.entries(shot)) url.searchParams.set(name, value)
  return new Promise<Response>((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('POST', url)
    call.setRequestHeader('Content-Type', 'application/octet-stream')
    call.setRequestHeader('X-Request-ID', randomId())
    call.setRequestHeader('Accept-Language', document.documentElement.lang)
    if (access) call.setRequestHeader('Authorization', `Bearer ${access}`)
    call.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : Math.floor((loaded * 100) / total))
    call.onload = () => {
      heard(true)
      resolve(new Response(call.responseText, { status: call.status, headers: headersOf(call) }))
    }
    call.onerror = () => {
      heard(false)
      reject(new ApiError('ERR_NETWORK', 0))
    }
    call.onabort = () => reject(new DOMException('The person stopped it', 'AbortError'))
    signal.addEventListener('abort', () => call.abort(), { once: true })
    call.send(picture)
  })
}

function headersOf(call: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const name of ['content-type', 'x-request-id', 'retry-after']) {
    const value = call.getResponseHeader(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}
