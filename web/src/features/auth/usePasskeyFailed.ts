import { useLingui } from '@lingui/react/macro'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'

/** Handles a failed passkey sign-in: shows an error at the field, or the page for blocked accounts. */
export function usePasskeyFailed(refuse: (words: string) => void, onBlocked: () => void): (error: unknown) => void {
  const { t } = useLingui()
  return (error) => {
    // After cancelling the browser's prompt, the user continues with the email or the code.
    if (!isApiError(error)) return
    if (error.code === 'USER_BLOCKED') return onBlocked()
    refuse(error.code === 'AUTH_2FA_INVALID' ? t`This passkey was not accepted.` : errorText(error))
  }
}
