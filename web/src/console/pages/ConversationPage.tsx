import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Badge } from '../../ui/Badge'
import type { Me } from '../api/queries'
import { type DeskThread, deskQuery, deskThreadQuery } from '../api/support'
import { Card } from '../parts/Card'
import { ClockText } from '../parts/ClockText'
import { Facts } from '../parts/Facts'
import { Go } from '../parts/Go'
import { Loaded } from '../parts/Loaded'
import { BackTo, PageTitle } from '../parts/PageHead'
import { STATE_NAMES, TOPIC_NAMES } from '../parts/supportWords'
import { useNow } from '../parts/useNow'
import { shortTime } from '../parts/when'
import { DeskActs } from './support/DeskActs'
import { DeskComposer } from './support/DeskComposer'
import { DeskMessages } from './support/DeskMessages'

/** A conversation: what was written, what the customer attached, and what the operator does. */
export function ConversationPage({ id, me }: { id: string; me: Me }) {
  const asked = useQuery(deskThreadQuery(id))
  useNewMessages(id, asked.data)
  return (
    <>
      <BackTo to="/support">
        <Trans>All conversations</Trans>
      </BackTo>
      <Loaded asked={asked}>{(thread) => <Thread thread={thread} me={me} />}</Loaded>
    </>
  )
}

/** Reads the conversation again when the list shows a change: reading it is audited, and the list is not. */
function useNewMessages(id: string, thread: DeskThread | undefined) {
  const queries = useQueryClient()
  const customer = thread?.conversation.customer_id
  const list = useQuery({ ...deskQuery('all', customer), enabled: customer !== undefined })
  const listed = list.data?.data.find((line) => line.id === id)?.updated_at
  const known = thread?.conversation.updated_at
  useEffect(() => {
    if (listed && known && listed > known) void queries.invalidateQueries({ queryKey: deskThreadQuery(id).queryKey })
  }, [listed, known, id, queries])
}

function Thread({ thread, me }: { thread: DeskThread; me: Me }) {
  const { i18n } = useLingui()
  const { conversation } = thread
  const { name, tone } = STATE_NAMES[conversation.state]
  const may = me.permissions.includes('support.write')
  const mayAnswer = conversation.kind === 'COMPLAINT' && me.permissions.includes('support.decide')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageTitle title={conversation.number}>
        {conversation.kind === 'COMPLAINT' ? (
          <Badge tone="bad">
            <Trans>Complaint</Trans>
          </Badge>
        ) : null}
        <Badge tone={tone}>{i18n._(name)}</Badge>
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 desk:grid-cols-[minmax(0,1fr)_340px] desk:items-start">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <DeskMessages messages={thread.messages} />
          {may ? <DeskComposer thread={thread} mayAnswer={mayAnswer} /> : null}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Clocks thread={thread} />
          <ContextCard thread={thread} />
          {may ? <DeskActs thread={thread} /> : null}
        </div>
      </div>
    </div>
  )
}

function Clocks({ thread }: { thread: DeskThread }) {
  const { t, i18n } = useLingui()
  const now = useNow()
  const { conversation, complaint, first_answer_at: first } = thread
  const time = (at: string) => shortTime(at, i18n.locale)
  const facts = [{ name: t`Opened`, value: time(conversation.opened_at) }]
  if (first) facts.push({ name: t`First answer`, value: time(first) })
  if (complaint?.acknowledged_at) facts.push({ name: t`Acknowledged`, value: time(complaint.acknowledged_at) })
  if (complaint) facts.push({ name: t`Last day for the answer`, value: complaint.answer_by })
  if (complaint?.answered_at) facts.push({ name: t`Final answer`, value: time(complaint.answered_at) })
  const { waits_since: since, due_at: until } = conversation
  return (
    <Card
      title={<Trans>Clocks</Trans>}
      aside={since && until ? <ClockText wait={{ since, until }} now={now} /> : undefined}
    >
      <Facts facts={until ? [...facts, { name: t`Answer until`, value: time(until) }] : facts} />
    </Card>
  )
}

/** What the app attached, with the ways to the customer and the order. */
function ContextCard({ thread }: { thread: DeskThread }) {
  const { t, i18n } = useLingui()
  const { conversation, transaction_id: order } = thread
  const link = 'font-[580] text-brand wrap-anywhere'
  const facts = [
    {
      name: t`Customer`,
      value: (
        <Go to={`/customers/${conversation.customer_id}`} className={link}>
          {conversation.email ?? conversation.customer_id}
        </Go>
      ),
    },
    { name: t`About`, value: i18n._(TOPIC_NAMES[conversation.topic]) },
    { name: t`Language`, value: conversation.language },
    order
      ? {
          name: t`Transaction`,
          value: (
            <Go to={`/movements/${order}`} className={link}>
              {order}
            </Go>
          ),
        }
      : undefined,
    thread.screen ? { name: t`Screen`, value: thread.screen } : undefined,
    thread.app_version ? { name: t`Version of the app`, value: thread.app_version } : undefined,
    thread.request_id ? { name: t`Last request that failed`, value: thread.request_id } : undefined,
  ]
  return (
    <Card title={<Trans>What was attached</Trans>}>
      <Facts facts={facts.filter((fact) => fact !== undefined)} />
    </Card>
  )
}
