import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type Lifetime, LIFETIMES, unitsOf } from './lifetimes'

/** What each lifetime is about. */
export function useLifetimeNames(): Record<Lifetime, string> {
  const { t } = useLingui()
  return {
    card: t`Paid by card`,
    code: t`Paid through another service`,
    crypto: t`Paid in coins`,
    iban: t`Paid by bank transfer`,
  }
}

/** A lifetime in words: "15 minutes". */
export function useDuration(): (name: Lifetime, seconds: number) => string {
  const { t } = useLingui()
  return (name, seconds) => {
    const units = unitsOf(name, seconds)
    return LIFETIMES[name].unit === 'day'
      ? t`${plural(units, { one: '# day', other: '# days' })}`
      : t`${plural(units, { one: '# minute', other: '# minutes' })}`
  }
}
