import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Card } from '../../ui/Card'
import { Select } from '../../ui/Select'
import { SwitchRow } from '../../ui/SwitchRow'
import { Composer } from './Composer'
import { beginConversation, type Context, conversationsQuery, threadQuery, type Topic } from './queries'
import type { SupportPageProps } from './SupportPage'
import { TOPIC_WORDS, TOPICS } from './words'

/** The form of a question or a complaint. What is attached is shown, and can be left out. */
export function WriteForm({ isComplaint, order, context, go, person }: SupportPageProps & { isComplaint: boolean }) {
  const { t, i18n } = useLingui()
  const queries = useQueryClient()
  const isAboutOrder = order.reference !== undefined
  const [topic, setTopic] = useState<Topic>(isAboutOrder ? 'ORDER' : 'OTHER')
  const [attaches, setAttaches] = useState(true)
  return (
    <Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="text-muted">
          {isComplaint ? (
            <Trans>
              Say what happened, when, and what you expect. You get a number and the last day for our written answer by
              email.
            </Trans>
          ) : (
            <Trans>Say what you expected, what happened instead, and when. The answer comes here and by email.</Trans>
          )}
        </p>
        <Select label={t`What is it about?`} value={topic} onChange={(value) => setTopic(value as Topic)}>
          {TOPICS.map((code) => (
            <option key={code} value={code}>
              {i18n._(TOPIC_WORDS[code])}
            </option>
          ))}
        </Select>
        <Composer
          label={isComplaint ? <Trans>Your complaint</Trans> : <Trans>Your message</Trans>}
          rows={6}
          send={isComplaint ? <Trans>Send the complaint</Trans> : <Trans>Send</Trans>}
          onSend={async (words) => {
            const kind = isComplaint ? 'COMPLAINT' : 'QUESTION'
            const thread = await beginConversation({ kind, topic, context: attaches ? context : {} }, words)
            queries.setQueryData(threadQuery(thread.conversation.id).queryKey, thread)
            void queries.invalidateQueries({ queryKey: conversationsQuery.queryKey })
            go({ talk: thread.conversation.id })
          }}
        >
          <Attached isOn={attaches} onChange={setAttaches} context={context} order={order.reference} email={person} />
          <p className="text-[14px] text-muted">
            <Trans>
              Never send a sign-in code, a card number with its CVV, a password or a recovery phrase. Support does not
              ask for them.
            </Trans>
          </p>
        </Composer>
      </div>
    </Card>
  )
}

type AttachedProps = {
  isOn: boolean
  onChange: (isOn: boolean) => void
  context: Context
  order: string | undefined
  email: string | undefined
}

/** What support sees beside the text, before it is sent. */
function Attached({ isOn, onChange, context, order, email }: AttachedProps) {
  return (
    <div className="rounded-m border border-line">
      <SwitchRow
        label={<Trans>Attach what helps</Trans>}
        detail={<Trans>Support then need not ask for it</Trans>}
        checked={isOn}
        onChange={onChange}
      />
      {isOn ? (
        <dl className="grid gap-1.5 border-t border-line px-[18px] py-3 text-[14px]">
          <Fact name={<Trans>Email</Trans>} value={email} />
          <Fact
            name={<Trans>Order</Trans>}
            value={context.transaction_id ? (order ?? context.transaction_id) : undefined}
          />
          <Fact name={<Trans>Screen</Trans>} value={context.screen} />
          <Fact name={<Trans>Version of the app</Trans>} value={context.app_version} />
          <Fact name={<Trans>Last request that failed</Trans>} value={context.request_id} />
        </dl>
      ) : null}
    </div>
  )
}

function Fact({ name, value }: { name: ReactNode; value: string | undefined }) {
  if (!value) return null
  return (
    <div className="flex min-w-0 justify-between gap-4">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 text-right wrap-anywhere">{value}</dd>
    </div>
  )
}
