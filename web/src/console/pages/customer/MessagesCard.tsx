import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge, type Tone } from '../../../ui/Badge'
import { type SentMessage, sentMessagesQuery } from '../../api/messages'
import { Card } from '../../parts/Card'
import { FilterPill } from '../../parts/FilterPill'
import { Loaded } from '../../parts/Loaded'
import { More } from '../../parts/More'
import { Cell, Row, Sheet } from '../../parts/Sheet'
import { shortTime, whenText } from '../../parts/when'

const CHANNELS: Record<SentMessage['channel'], MessageDescriptor> = {
  mail: msg({ context: 'channel', message: 'Email' }),
  push: msg({ context: 'channel', message: 'Web push' }),
  telegram: msg({ context: 'channel', message: 'Telegram' }),
  text: msg({ context: 'channel', message: 'Text message' }),
}

const STATES: Record<SentMessage['state'], { name: MessageDescriptor; tone: Tone }> = {
  queued: { name: msg({ context: 'message', message: 'Waits' }), tone: 'wait' },
  sent: { name: msg({ context: 'message', message: 'Sent' }), tone: 'ok' },
  retried: { name: msg({ context: 'message', message: 'Is retried' }), tone: 'wait' },
  failed: { name: msg({ context: 'message', message: 'Failed' }), tone: 'bad' },
  bounced: { name: msg({ context: 'message', message: 'Came back' }), tone: 'bad' },
  skipped: { name: msg({ context: 'message', message: 'Not sent' }), tone: 'plain' },
}

type Channel = SentMessage['channel']
type State = SentMessage['state']

/** The messages to a customer of the last half year: how each was sent, never its words. */
export function MessagesCard({ id }: { id: string }) {
  const { t, i18n } = useLingui()
  const [channel, setChannel] = useState<Channel>()
  const [state, setState] = useState<State>()
  const found = useInfiniteQuery(sentMessagesQuery(id, { channel, state }))
  const isFiltered = channel !== undefined || state !== undefined
  return (
    <Card title={<Trans>Messages</Trans>}>
      <div className="mb-3 flex flex-wrap gap-2">
        <FilterPill
          label={t`Channel`}
          value={channel}
          options={Object.entries(CHANNELS).map(([code, name]) => ({ code, name: i18n._(name) }))}
          onChange={(code) => setChannel((code || undefined) as Channel | undefined)}
        />
        <FilterPill
          label={t`State`}
          value={state}
          options={Object.entries(STATES).map(([code, { name }]) => ({ code, name: i18n._(name) }))}
          onChange={(code) => setState((code || undefined) as State | undefined)}
        />
      </div>
      <Loaded
        asked={found}
        empty={({ pages }) =>
          pages.some((page) => page.data.length > 0) ? null : isFiltered ? (
            <Trans>Nothing found</Trans>
          ) : (
            <Trans>No messages yet</Trans>
          )
        }
      >
        {({ pages }) => <Lines lines={pages.flatMap((page) => page.data)} />}
      </Loaded>
      <More query={found} />
    </Card>
  )
}

function Lines({ lines }: { lines: readonly SentMessage[] }) {
  const { t, i18n } = useLingui()
  const columns = [{ name: t`When` }, { name: t`Message` }, { name: t`Channel` }, { name: t`State` }]
  return (
    <Sheet label={t`Messages`} columns={columns} isFlat>
      {lines.map((line) => {
        const { name, tone } = STATES[line.state]
        return (
          <Row key={line.id}>
            <Cell name={t`When`}>
              <span className="whitespace-nowrap text-muted" title={whenText(line.updated_at, i18n.locale)}>
                {shortTime(line.updated_at, i18n.locale)}
              </span>
            </Cell>
            <Cell name={t`Message`}>
              <span className="font-mono text-[13px] wrap-anywhere">{line.kind}</span>
            </Cell>
            <Cell name={t`Channel`}>
              {i18n._(CHANNELS[line.channel])} · {line.language}
            </Cell>
            <Cell name={t`State`}>
              <Badge tone={tone}>{i18n._(name)}</Badge>
              {line.attempts > 1 ? (
                <span className="block text-[13px] text-muted">
                  <Trans>Attempts: {line.attempts}</Trans>
                </span>
              ) : null}
              {line.reason ? <span className="block text-[13px] text-muted wrap-anywhere">{line.reason}</span> : null}
            </Cell>
          </Row>
        )
      })}
    </Sheet>
  )
}
