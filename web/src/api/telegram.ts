import { json, type LoginAnswer, request } from './auth'
import { promo } from './promo'
import type { components } from './schema.gen'
import type { Challenge } from './signInCode'
import { send, sendPlain } from './send'
import { sendWorking } from './sendWorking'

type Schemas = components['schemas']

/** Sign-in, registration and linking with the launch data of the mini app. */
export const telegram = {
  login: (init_data: string) =>
    json<LoginAnswer>(sendPlain(request('POST', `/telegram-login${promo.query('?')}`, { init_data }))),
  /** Sends a code to an email address. Completing the sign-in with the returned `link` also links the messenger. */
  register: (init_data: string, email: string, onWork: () => void) =>
    json<Challenge & Pick<Schemas['TelegramChallenge'], 'link'>>(
      sendWorking(request('POST', '/telegram-register', { init_data, email }), onWork),
    ),
  link: (init_data: string) => send(request('PUT', '/user/telegram', { init_data })),
  /** The referrer and campaign of the link that opened the app. */
  source: (init_data: string) =>
    json<Schemas['UserSource']>(
      sendPlain(
        new Request(new URL('/bot/user-source', location.origin), {
          method: 'POST',
          body: JSON.stringify({ init_data }),
          headers: { 'Content-Type': 'application/json' },
        }),
      ),
    ),
}
