import { type Challenge, signInCode } from '../../api/signInCode'
import { launched } from '../../api/launched'
import { isApiError } from '../../api/problem'
import type { Link } from './pendingLogin'

/**
 * Sends a code to an address. With fresh launch data, the code also links the messenger account. Calls `onWork` when
 * the browser starts a proof of work.
 */
export async function begin(email: string, onWork: () => void): Promise<{ challenge: Challenge; link?: Link }> {
  const data = launched.data()
  if (data === undefined) return { challenge: await signInCode.start(email, onWork) }
  try {
    const { telegram } = await import('../../api/telegram')
    const { link: token, ...challenge } = await telegram.register(data, email, onWork)
    return { challenge, link: { token, provider: 'telegram' } }
  } catch (error) {
    if (!isApiError(error) || error.code !== 'TELEGRAM_INIT_DATA_INVALID') throw error
    // Launch data that is too old or used: continues without it. The messenger can be linked later.
    launched.keep(undefined)
    return begin(email, onWork)
  }
}
