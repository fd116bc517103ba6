import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { MessageCircle, Scale } from 'lucide-react'
import { dayText } from '../../i18n/format'
import { Badge } from '../../ui/Badge'
import { ListRow, ListRows, listRowClass } from '../../ui/ListRow'
import { type Conversation, conversationsQuery } from './queries'
import type { SupportLink } from './SupportPage'
import { stateOf, TOPIC_WORDS } from './words'

/** The person's conversations, the latest first. Nothing is shown while there is none. */
export function OwnConversations({ link }: { link: SupportLink }) {
  const { data } = useQuery(conversationsQuery)
  if (!data || data.length === 0) return null
  return (
    <ListRows label={<Trans>Your conversations</Trans>}>
      {data.map((one) => (
        <ConversationRow key={one.id} one={one} link={link} />
      ))}
    </ListRows>
  )
}

function ConversationRow({ one, link }: { one: Conversation; link: SupportLink }) {
  const { i18n } = useLingui()
  const { words, tone } = stateOf(one)
  const Icon = one.kind === 'COMPLAINT' ? Scale : MessageCircle
  const day = dayText(one.updated_at, i18n.locale, new Date())
  return link(
    { talk: one.id },
    listRowClass,
    <ListRow
      glyph={<Icon size={20} strokeWidth={1.75} aria-hidden="true" />}
      tone={tone}
      title={one.preview || i18n._(TOPIC_WORDS[one.topic])}
      detail={
        one.kind === 'COMPLAINT' ? (
          <Trans>
            Complaint {one.number}, {day}
          </Trans>
        ) : (
          `${i18n._(TOPIC_WORDS[one.topic])}, ${day}`
        )
      }
      badge={<Badge tone={tone}>{i18n._(words)}</Badge>}
    />,
  )
}
