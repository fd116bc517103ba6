import { useLingui } from '@lingui/react/macro'
import { usePauseWords } from '../../../../domain/paywayPause/usePauseWords'
import type { Option } from '../options'

/** The reason why an option is disabled, as text. Returns `undefined` for an enabled one. */
export function useReason(option: Pick<Option, 'available' | 'reason' | 'pause'> | undefined): string | undefined {
  const { t } = useLingui()
  const { short } = usePauseWords()
  if (!option || option.available) return undefined
  if (option.pause) return short(option.pause)
  switch (option.reason) {
    case 'RATES_UNAVAILABLE':
      return t`No rate at the moment`
    case 'MICA_COMPLIANCE_ERROR':
      return t`Not offered in the European Economic Area`
    case 'COUNTRY_NOT_ALLOWED':
      return t`Not available in your country`
    case undefined:
    case 'UNAVAILABLE_CONVERT_DIRECTION':
      return t`Not available for this pair`
    default:
      return t`Not available now`
  }
}
