import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { errorText } from '../../api/problemText'
import { QueryCard } from '../../domain/QueryCard'
import { useChange } from '../../domain/useChange'
import { dayText, timeText } from '../../i18n/format'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { Composer } from './Composer'
import { endConversation, fetchPicture, type Message, type Thread, threadQuery, writeMessage } from './queries'
import { stateOf, TOPIC_WORDS } from './words'

type ThreadViewProps = { id: string; back: ReactNode; company: string }

/** A conversation. An answer of support is a notification, so events of the websocket reload the conversation. */
export function ThreadView({ id, back, company }: ThreadViewProps) {
  const queries = useQueryClient()
  const asked = useQuery(threadQuery(id))
  const { data: unread } = useQuery<{ latest?: string }>({ queryKey: ['notifications', 'unread'], enabled: false })
  const latest = unread?.latest
  useEffect(() => {
    if (latest) void queries.invalidateQueries({ queryKey: ['support'] })
  }, [latest, queries])
  const number = asked.data?.conversation.number
  const isComplaint = asked.data?.conversation.kind === 'COMPLAINT'
  return (
    <Page
      title={!number ? ' ' : isComplaint ? <Trans>Complaint {number}</Trans> : <Trans>Conversation {number}</Trans>}
      back={back}
      narrow
    >
      <QueryCard asked={asked} rows={4}>
        {(thread) => <Talk thread={thread} company={company} />}
      </QueryCard>
    </Page>
  )
}

function Talk({ thread, company }: { thread: Thread; company: string }) {
  const queries = useQueryClient()
  const { conversation, messages } = thread
  const keep = (next: Thread) => {
    queries.setQueryData(threadQuery(conversation.id).queryKey, next)
    void queries.invalidateQueries({ queryKey: ['support', 'list'] })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Head thread={thread} onEnded={keep} />
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-live="polite">
        {messages.map((message) => (
          <MessageItem key={message.id} message={message} company={company} />
        ))}
      </ol>
      {thread.takes_messages ? (
        <Card>
          <Composer
            label={<Trans>Your message</Trans>}
            send={<Trans>Send</Trans>}
            onSend={async (words) => keep(await writeMessage(conversation.id, words))}
          />
        </Card>
      ) : (
        <Notice>
          <Trans>This conversation has ended. Write a new one if there is more.</Trans>
        </Notice>
      )}
    </div>
  )
}

function Head({ thread, onEnded }: { thread: Thread; onEnded: (next: Thread) => void }) {
  const { i18n } = useLingui()
  const { conversation } = thread
  const { words, tone } = stateOf(conversation)
  const { busy, problem, run } = useChange(errorText, () => Promise.resolve())
  const mayEnd = conversation.kind === 'QUESTION' && conversation.state !== 'CLOSED'
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="t-row">{i18n._(TOPIC_WORDS[conversation.topic])}</span>
        <Badge tone={tone}>{i18n._(words)}</Badge>
      </div>
      <p className="mt-2 text-[14px] text-muted">
        <Expectation thread={thread} />
      </p>
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      {mayEnd ? (
        <Button
          variant="text"
          className="-ml-2"
          busy={busy === 'end'}
          onClick={() => void run('end', async () => onEnded(await endConversation(conversation.id)))}
        >
          <Trans>It is solved</Trans>
        </Button>
      ) : null}
    </Card>
  )
}

/** When the answer comes, or what the customer can do. */
function Expectation({ thread }: { thread: Thread }) {
  const { i18n } = useLingui()
  const { kind, state, answer_by: by, answer_until: until, final_answer_at: answered } = thread.conversation
  const day = (at: string) => dayText(at, i18n.locale, new Date())
  if (kind === 'COMPLAINT' && by && !answered) {
    const last = day(`${by}T12:00:00Z`)
    return <Trans>You get our written answer by {last} at the latest. You can add messages and pictures.</Trans>
  }
  if (kind === 'COMPLAINT') return <Trans>Our final answer is below. If you do not agree, write within 14 days.</Trans>
  if (state === 'WAITING_FOR_YOU') return <Trans>Support has asked you something. Answer below.</Trans>
  if (state === 'ANSWERED') return <Trans>If that was not all, write below.</Trans>
  if (state === 'CLOSED') return <Trans>Ended. A message within 14 days opens it again.</Trans>
  if (!until) return null
  const when = `${day(until)}, ${timeText(until, i18n.locale)}`
  return <Trans>You get an answer by {when} at the latest, here and by email.</Trans>
}

function MessageItem({ message, company }: { message: Message; company: string }) {
  const { i18n } = useLingui()
  const isOwn = message.author === 'you'
  const when = `${dayText(message.at, i18n.locale, new Date())}, ${timeText(message.at, i18n.locale)}`
  return (
    <li className={`grid max-w-3/4 gap-1 ${isOwn ? 'ml-auto' : ''}`}>
      <p className={`px-1 text-[13px] text-muted ${isOwn ? 'text-right' : ''}`}>
        {isOwn ? (
          <Trans context="author">You</Trans>
        ) : message.is_final_answer ? (
          <Trans>Final answer of {company}</Trans>
        ) : (
          <Trans>Support of {company}</Trans>
        )}
        , {when}
      </p>
      <div
        className={`grid gap-3 rounded-card px-4 py-3 ${isOwn ? 'bg-brand-soft' : 'bg-surface shadow-(--e1)'} ${message.is_final_answer ? 'shadow-(--e2)' : ''}`}
      >
        <p className="wrap-anywhere whitespace-pre-wrap">{message.text}</p>
        {message.pictures.map((picture, place) => (
          <Picture key={picture} id={picture} number={place + 1} />
        ))}
      </div>
    </li>
  )
}

function Picture({ id, number }: { id: string; number: number }) {
  const { t } = useLingui()
  const [address, setAddress] = useState<string>()
  const { data } = useQuery({
    queryKey: ['support-picture', id],
    queryFn: () => fetchPicture(id),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  if (!address) return <span className="block h-48 w-full rounded-m bg-sunken" />
  return <img src={address} alt={t`Attachment ${number}`} className="max-w-full rounded-m object-contain" />
}
