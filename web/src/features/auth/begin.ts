import { type Challenge, signInCode } from '../../api/signInCode'
import { launched } from '../../api/launched'
import { isApiError } from '../../api/problem'
import type { Link } from './pendingLogin'

/** Sends a code to an address. In the messenger the code also links who has opened the app, while that is fresh. */
export async function begin(email: string): Promise<{ challenge: Challenge; link?: Link }> {
  const data = launched.data()
  if (data === undefined) return { challenge: await signInCode.start(email) }
  try {
    const { telegram } = await import('../../api/telegram')
    const { link: token, ...challenge } = await telegram.register(data, email)
    return { challenge, link: { token, provider: 'telegram' } }
  } catch (error) {
    if (!isApiError(error) || error.code !== 'TELEGRAM_INIT_DATA_INVALID') throw error
    // Too old or used: the account is made without it, and can be linked later.
    launched.keep(undefined)
    return begin(email)
  }
}
