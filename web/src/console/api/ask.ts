import { heard } from '../../api/connection'
import { randomId } from '../../api/ids'
import { ApiError, isApiError, problemOf } from '../../api/problem'
import { type CallInit, requestOf } from '../../api/request'
import { confirmNow } from './confirm'

type Ask = CallInit & { method?: 'GET' | 'POST' | 'PUT' | 'DELETE' }

/**
 * Calls `/api/operator/v1`; the session is in an HTTP-only cookie. If the server requires a confirmation, asks for a
 * code and repeats the call. Throws `ApiError` for every response except success.
 */
export async function ask<T>(path: string, { method = 'GET', ...init }: Ask = {}): Promise<T> {
  try {
    return await once<T>(path, method, init)
  } catch (error) {
    if (!isApiError(error) || error.code !== 'AUTH_2FA_REQUIRED' || !(await confirmNow())) throw error
    return once<T>(path, method, init)
  }
}

async function once<T>(path: string, method: string, init: CallInit): Promise<T> {
  const response = await successful(requestOf(method, `/api/operator/v1/${path}`, init))
  return (response.status === 204 ? undefined : await response.json()) as T
}

/** Sends or receives a file at `/api/operator/v1`. Throws `ApiError` for every response except success. */
export function askFile(path: string, init: RequestInit = {}): Promise<Response> {
  return successful(new Request(`/api/operator/v1/${path}`, init))
}

async function successful(request: Request): Promise<Response> {
  request.headers.set('X-Request-ID', randomId())
  request.headers.set('Accept-Language', document.documentElement.lang)
  const response = await answered(request)
  if (!response.ok) throw await problemOf(response)
  return response
}

async function answered(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    heard(true)
    return response
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    heard(false)
    throw new ApiError('ERR_NETWORK', 0)
  }
}
