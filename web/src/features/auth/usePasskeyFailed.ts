import { useLingui } from '@lingui/react/macro'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'

/** What follows when nobody was signed in by a passkey: words for the field, or the page of somebody who is blocked. */
export function usePasskeyFailed(refuse: (words: string) => void, onBlocked: () => void): (error: unknown) => void {
  const { t } = useLingui()
  return (error) => {
    // Whoever has closed the browser's question goes on with their address or code.
    if (!isApiError(error)) return
    if (error.code === 'USER_BLOCKED') return onBlocked()
    refuse(error.code === 'AUTH_2FA_INVALID' ? t`This passkey was not accepted.` : errorText(error))
  }
}
