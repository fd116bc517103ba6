import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight, Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '../../domain/QueryCard'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { RowGlyph } from '../../ui/ListRow'
import { EmptyState } from '../../ui/States'
import { SecretCard } from './SecretCard'
import { WebhookDetail } from './WebhookDetail'
import { WebhookForm } from './WebhookForm'
import { type Endpoint, type EndpointMade, endpointsQuery, hostOf, isFailing, makeEndpoint } from './webhooks'

/** What is open: nothing, the form of a new endpoint, or one endpoint. */
type View = { at: 'list' } | { at: 'new' } | { at: 'one'; id: string }

/** The webhook endpoints of a key: list, new, one with its log. */
export function Webhooks({ keyId }: { keyId: string }) {
  const queries = useQueryClient()
  const asked = useQuery(endpointsQuery)
  const [view, setView] = useState<View>({ at: 'list' })
  const [made, setMade] = useState<EndpointMade>()
  const after = () => queries.invalidateQueries({ queryKey: endpointsQuery.queryKey })
  const own = asked.data?.data.filter(({ key_id }) => key_id === keyId) ?? []
  const opened = view.at === 'one' ? own.find(({ id }) => id === view.id) : undefined
  const list = () => setView({ at: 'list' })
  const create = async (url: string, types: string[]) => {
    const fresh = await makeEndpoint({ key_id: keyId, url, types })
    setMade(fresh)
    await after()
    setView({ at: 'one', id: fresh.endpoint.id })
  }
  return (
    <>
      {made ? (
        <SecretCard name={hostOf(made.endpoint.url)} secret={made.secret} onDone={() => setMade(undefined)}>
          <Trans>Store it on your server now: it verifies what we send. We do not show it again.</Trans>
        </SecretCard>
      ) : null}
      {view.at === 'new' ? <WebhookForm types={asked.data?.types ?? []} onSave={create} onCancel={list} /> : null}
      {opened ? <WebhookDetail of={opened} onBack={list} onMade={setMade} onChanged={after} /> : null}
      {view.at === 'list' || (view.at === 'one' && !opened) ? (
        <Card
          tight
          title={<Trans>Webhooks</Trans>}
          aside={
            own.length > 0 ? (
              <Button small variant="quiet" onClick={() => setView({ at: 'new' })}>
                <Plus size={18} />
                <Trans>Add an address</Trans>
              </Button>
            ) : null
          }
        >
          <Loaded asked={asked} rows={1}>
            {() =>
              own.length > 0 ? (
                <ul className="grid divide-y divide-line/60">
                  {own.map((endpoint) => (
                    <EndpointRow
                      key={endpoint.id}
                      of={endpoint}
                      onOpen={() => setView({ at: 'one', id: endpoint.id })}
                    />
                  ))}
                </ul>
              ) : (
                <EmptyState
                  title={<Trans>No webhooks yet</Trans>}
                  action={
                    <Button variant="quiet" onClick={() => setView({ at: 'new' })}>
                      <Trans>Add an address</Trans>
                    </Button>
                  }
                >
                  <Trans>We send each change of a transaction to your server, signed, and repeat what fails.</Trans>
                </EmptyState>
              )
            }
          </Loaded>
        </Card>
      ) : null}
    </>
  )
}

function EndpointRow({ of, onOpen }: { of: Endpoint; onOpen: () => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex w-full items-center gap-3 rounded-control py-3 text-left hover:bg-sunken"
      >
        <RowGlyph>
          <Webhook size={18} />
        </RowGlyph>
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="grid min-w-44 flex-1 gap-0.5">
            <span className="font-[570] wrap-anywhere">{hostOf(of.url)}</span>
            <span className="text-[13px] text-muted wrap-anywhere">
              {of.types.length > 0 ? of.types.join(', ') : <Trans>All events</Trans>}
            </span>
          </span>
          <EndpointBadge of={of} />
        </span>
        <ChevronRight size={18} className="shrink-0 text-muted" />
      </button>
    </li>
  )
}

export function EndpointBadge({ of }: { of: Endpoint }) {
  if (of.state === 'paused')
    return (
      <Badge tone="bad">
        <Trans context="webhook">Paused</Trans>
      </Badge>
    )
  if (of.state === 'disabled')
    return (
      <Badge tone="bad">
        <Trans context="webhook">Stopped</Trans>
      </Badge>
    )
  return isFailing(of) ? (
    <Badge tone="wait">
      <Trans context="webhook">Fails</Trans>
    </Badge>
  ) : (
    <Badge tone="ok">
      <Trans context="webhook">Active</Trans>
    </Badge>
  )
}
