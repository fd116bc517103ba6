import { useLingui } from '@lingui/react/macro'
import { hasPasskeys } from '../../api/hasPasskeys'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'

/** Words for a code that was not sent. Anybody can ask for codes to an address, so its owner hears of the way in that nobody can use up. */
export function useRefusedCode(): (error: unknown) => string {
  const { t } = useLingui()
  return (error) => {
    const tooMany = isApiError(error) && error.code === 'TOO_MANY_REQUESTS'
    if (!tooMany || !hasPasskeys()) return errorText(error)
    return t`Too many codes were asked for. Wait a little, or sign in with your passkey.`
  }
}
