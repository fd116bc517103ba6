import { useLingui } from '@lingui/react/macro'
import { isApiError } from '../../api/problem'
import { PasskeyClosed, PasskeyKnown } from '../../api/webauthn'
import { problemWords } from './Loaded'

/** The text of a passkey error. Returns `undefined` if the operator cancelled the prompt. */
export function usePasskeyWords(): (error: unknown) => string | undefined {
  const { t } = useLingui()
  return (error) => {
    if (error instanceof PasskeyClosed) return undefined
    if (error instanceof PasskeyKnown) return t`This device already has a passkey for your account.`
    if (!isApiError(error)) return problemWords(error)
    if (error.code === 'AUTH_2FA_REQUIRED') return undefined
    if (error.code === 'AUTH_2FA_INVALID') return t`This passkey was not accepted.`
    return problemWords(error)
  }
}
