import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Content } from '../../api/content'

type Place = Content['places'][number]

/** The words for pages and audiences. */
export function useContentWords() {
  const { t } = useLingui()
  return {
    place: (place: Place) => (place === 'home' ? t`Home` : t`Landing page`),
    audience: (audience: Content['audience'], days: number | undefined) => {
      if (audience === 'not_verified') return t`Not verified`
      if (audience === 'all') return t`Everyone`
      return plural(days ?? 0, { one: 'New within # day', other: 'New within # days' })
    },
  }
}

/** The names of the topics of help. */
export function useTopicNames(): Record<NonNullable<Content['topic']>, string> {
  const { t } = useLingui()
  return {
    money: t({ context: 'help', message: 'Money' }),
    orders: t({ context: 'help', message: 'Orders' }),
    account: t({ context: 'help', message: 'Account' }),
    security: t({ context: 'help', message: 'Security' }),
  }
}
