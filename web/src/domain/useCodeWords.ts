import { useLingui } from '@lingui/react/macro'
import { isApiError } from '../api/problem'
import { errorText } from '../api/problemText'

/** The text for a rejected code. */
export function useCodeWords(): (error: unknown) => string {
  const { t } = useLingui()
  return (error) => {
    if (!isApiError(error)) return errorText(error)
    if (error.code === 'TOO_MANY_REQUESTS') return t`Too many attempts with this code. Request a new one.`
    if (error.code !== 'VALIDATION_ERROR') return errorText(error)
    return error.fieldCode('/code') === 'expired'
      ? t`This code is no longer valid. Request a new one.`
      : t`This is not the code we sent.`
  }
}
