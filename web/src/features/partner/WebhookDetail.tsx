import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/problemText'
import { problemCode } from '../../domain/problem'
import { useChange } from '../../domain/useChange'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { DangerQuestion } from '../../ui/DangerQuestion'
import { ItemRow } from '../../ui/ItemRow'
import { Notice } from '../../ui/Notice'
import { Deliveries } from './Deliveries'
import { Moment } from './Moment'
import { WebhookForm } from './WebhookForm'
import { EndpointBadge } from './Webhooks'
import {
  changeEndpoint,
  deleteEndpoint,
  deliveriesQuery,
  type Endpoint,
  type EndpointMade,
  type Endpoints,
  enableEndpoint,
  endpointsQuery,
  hostOf,
  isFailing,
  resendDelivery,
  rotateEndpoint,
  testEndpoint,
} from './webhooks'

type WebhookDetailProps = {
  of: Endpoint
  onBack: () => void
  onMade: (made: EndpointMade) => void
  onChanged: () => Promise<unknown>
}

/** One endpoint: its state, its log, and what can be done with it. */
export function WebhookDetail({ of, onBack, onMade, onChanged }: WebhookDetailProps) {
  const queries = useQueryClient()
  const [edits, setEdits] = useState(false)
  const [asks, setAsks] = useState(false)
  const words = (error: unknown) => (problemCode(error) === 'AUTH_2FA_REQUIRED' ? undefined : errorText(error))
  const log = deliveriesQuery(of.id).queryKey
  const change = useChange(words, async () => {
    await Promise.all([onChanged(), queries.invalidateQueries({ queryKey: log })])
  })
  const { busy, run } = change
  const types = queries.getQueryData<Endpoints>(endpointsQuery.queryKey)?.types ?? []
  const save = async (url: string, chosen: string[]) => {
    await changeEndpoint(of.id, { url, types: chosen })
    await onChanged()
    setEdits(false)
  }
  if (edits) return <WebhookForm of={of} types={types} onSave={save} onCancel={() => setEdits(false)} />
  return (
    <>
      {change.problem ? <Notice tone="bad">{change.problem}</Notice> : null}
      <Card tight title={hostOf(of.url)} aside={<EndpointBadge of={of} />}>
        <div className="grid divide-y divide-line/60">
          <StateNotice
            of={of}
            busy={busy === 'enable'}
            onEnable={() => void run('enable', () => enableEndpoint(of.id))}
          />
          <ItemRow title={<Trans>Address</Trans>} note={<span className="font-mono">{of.url}</span>} />
          <ItemRow
            title={<Trans>Events</Trans>}
            note={of.types.length > 0 ? of.types.join(', ') : <Trans>All events</Trans>}
          />
          <ItemRow title={<Trans>Created</Trans>} value={<Moment at={of.created_at} />} />
          {of.former_secret_until ? (
            <ItemRow
              title={<Trans>The former secret signs until</Trans>}
              value={<Moment at={of.former_secret_until} />}
            />
          ) : null}
        </div>
        <div className="grid gap-2 py-3 sm:grid-cols-3">
          <Button
            variant="quiet"
            busy={busy === 'test'}
            disabled={of.state !== 'active'}
            onClick={() => void run('test', () => testEndpoint(of.id))}
          >
            <Trans>Send a test</Trans>
          </Button>
          <Button
            variant="quiet"
            busy={busy === 'rotate'}
            onClick={() => void run('rotate', async () => onMade(await rotateEndpoint(of.id)))}
          >
            <Trans>New secret</Trans>
          </Button>
          <Button variant="quiet" onClick={() => setEdits(true)}>
            <Trans context="a webhook">Change</Trans>
          </Button>
        </div>
      </Card>
      <Deliveries
        of={of.id}
        busy={busy}
        canSend={of.state === 'active'}
        onResend={(id) => void run(`resend ${id}`, () => resendDelivery(id))}
      />
      <Button variant="danger" busy={busy === 'delete'} onClick={() => setAsks(true)}>
        <Trans>Delete the webhook</Trans>
      </Button>
      <Button variant="text" onClick={onBack}>
        <Trans>All webhooks of the key</Trans>
      </Button>
      <DangerQuestion
        open={asks}
        title={<Trans>Delete this webhook?</Trans>}
        stay={<Trans>Cancel</Trans>}
        goOn={<Trans>Delete</Trans>}
        onClose={() => setAsks(false)}
        onGoOn={() => {
          setAsks(false)
          void run('delete', () => deleteEndpoint(of.id)).then(({ done }) => done && onBack())
        }}
      >
        <p className="text-muted">
          <Trans>We send nothing more to it, and its log is deleted. The event feed stays.</Trans>
        </p>
      </DangerQuestion>
    </>
  )
}

type StateNoticeProps = { of: Endpoint; busy: boolean; onEnable: () => void }

/** What is wrong with an endpoint, and how to go on. */
function StateNotice({ of, busy, onEnable }: StateNoticeProps) {
  if (of.state === 'active')
    return isFailing(of) && of.failing_since ? (
      <p className="py-3 text-[14px] text-muted">
        <Trans>
          It has failed since <Moment at={of.failing_since} />. We repeat each event for three days, and pause the
          webhook after five days of failures.
        </Trans>
      </p>
    ) : null
  return (
    <div className="grid gap-3 py-3">
      <p className="text-[14px]">
        {of.state === 'paused' ? (
          <Trans>It failed for five days, so we paused it. No event is lost: the event feed has them all.</Trans>
        ) : (
          <Trans>Your server answered that this address is gone (410), so we send nothing more to it.</Trans>
        )}
      </p>
      <Button busy={busy} onClick={onEnable}>
        <Trans>Enable it again</Trans>
      </Button>
    </div>
  )
}
