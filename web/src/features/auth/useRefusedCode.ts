import { useLingui } from '@lingui/react/macro'
import { hasPasskeys } from '../../api/hasPasskeys'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'

/**
 * The text when no code was sent. An attacker can exhaust an address's code limit, so the text then also offers a
 * passkey.
 */
export function useRefusedCode(): (error: unknown) => string {
  const { t } = useLingui()
  return (error) => {
    const tooMany = isApiError(error) && error.code === 'TOO_MANY_REQUESTS'
    if (!tooMany || !hasPasskeys()) return errorText(error)
    return t`Too many codes were asked for. Wait a little, or sign in with your passkey.`
  }
}
