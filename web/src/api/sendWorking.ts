import { isApiError } from './problem'
import { sendPlain } from './send'

/**
 * Sends a request that the server may answer with a proof-of-work challenge. Solves the challenge, calls `onWork` when
 * that starts, and repeats the request once.
 */
export async function sendWorking(request: Request, onWork: () => void): Promise<Response> {
  const again = request.clone()
  try {
    return await sendPlain(request)
  } catch (error) {
    if (!isApiError(error) || error.code !== 'CAPTCHA_REQUIRED') throw error
    onWork()
    const { solution } = await import('./captcha/solve')
    const shown = await solution(error.meta.puzzle)
    if (!shown) throw error
    for (const [name, value] of Object.entries(shown)) again.headers.set(name, value)
    return sendPlain(again)
  }
}
