import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../../ui/Badge'
import { deskQuery } from '../../api/support'
import { Card } from '../../parts/Card'
import { Go } from '../../parts/Go'
import { STATE_NAMES } from '../../parts/supportWords'
import { shortTime } from '../../parts/when'

const SHOWN = 5

/** The customer's latest conversations with support. Nothing is shown while there is none. */
export function ConversationsCard({ id }: { id: string }) {
  const { i18n } = useLingui()
  const { data } = useQuery(deskQuery('all', id))
  if (!data || data.data.length === 0) return null
  return (
    <Card title={<Trans>Conversations</Trans>}>
      <ul className="grid gap-2">
        {data.data.slice(0, SHOWN).map((line) => {
          const { name, tone } = STATE_NAMES[line.state]
          return (
            <li key={line.id} className="flex min-w-0 items-center justify-between gap-3">
              <Go to={`/support/${line.id}`} className="min-w-0 truncate font-[580] text-brand">
                {line.preview || line.number}
              </Go>
              <span className="flex shrink-0 items-center gap-2 text-[13px] text-muted">
                {shortTime(line.updated_at, i18n.locale)}
                <Badge tone={tone}>{i18n._(name)}</Badge>
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
