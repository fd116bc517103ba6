import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Content } from '../../api/content'

type Place = Content['places'][number]
type Topic = NonNullable<Content['topic']>

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

const TOPIC_NAMES: Record<Topic, MessageDescriptor> = {
  money: msg({ context: 'help', message: 'Money' }),
  orders: msg({ context: 'help', message: 'Orders' }),
  account: msg({ context: 'help', message: 'Account' }),
  security: msg({ context: 'help', message: 'Security' }),
}

/** The name of a topic of help. */
export function useTopicName() {
  const { i18n } = useLingui()
  return (topic: Topic) => i18n._(TOPIC_NAMES[topic])
}
