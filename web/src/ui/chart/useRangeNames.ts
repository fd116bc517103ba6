import { useLingui } from '@lingui/react/macro'
import type { Range } from './ranges'

/** The short names of ranges. */
export function useRangeNames(): Record<Range, string> {
  const { t } = useLingui()
  return { '1D': t`1D`, '1W': t`1W`, '1M': t`1M`, '1Y': t`1Y`, ALL: t`All` }
}
