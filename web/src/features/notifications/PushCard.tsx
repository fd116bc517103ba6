import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../api/problemText'
import { Loaded } from '../../domain/QueryCard'
import { useChange } from '../../domain/useChange'
import { host } from '../../host/adapter'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Notice } from '../../ui/Notice'
import { ownEndpoint, pushAbility, subscribe, unsubscribe } from './push'
import { type Device, devicesQuery, removeDevice } from './queries'

/** The browsers that receive web push, and the step that adds this one. */
export function PushCard() {
  const queries = useQueryClient()
  const asked = useQuery(devicesQuery)
  const own = useQuery({
    queryKey: ['notifications', 'own-endpoint'],
    queryFn: async () => (await ownEndpoint()) ?? null,
  })
  const [refused, setRefused] = useState(false)
  const { busy, problem, run } = useChange(errorText, () => queries.invalidateQueries({ queryKey: ['notifications'] }))
  const turnOn = (key: string) =>
    run('add', async () => {
      setRefused(!(await subscribe(key)))
    })
  const remove = (device: Device) =>
    run(device.id, async () => {
      await removeDevice(device.id)
      if (device.endpoint === own.data) await unsubscribe()
    })
  return (
    <Card title={host.push ? <Trans>Messages of the app</Trans> : <Trans>Web push</Trans>}>
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      <Loaded asked={asked} rows={1}>
        {({ data, public_key: key }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <p className="text-[14px] text-muted">
              {host.push ? (
                <Trans>
                  Messages on this device, also when the app is closed. They say no amounts unless you allow it.
                </Trans>
              ) : (
                <Trans>
                  Messages of this browser, also when the app is closed. They say no amounts unless you allow it.
                </Trans>
              )}
            </p>
            {data.length > 0 ? (
              <ul className="grid divide-y divide-line/60">
                {data.map((device) => (
                  <DeviceRow
                    key={device.id}
                    device={device}
                    isOwn={device.endpoint === own.data}
                    busy={busy === device.id}
                    onRemove={() => remove(device)}
                  />
                ))}
              </ul>
            ) : null}
            {data.some(({ endpoint }) => endpoint === own.data) ? null : (
              <TurnOn busy={busy === 'add'} isRefused={refused} onTurnOn={() => turnOn(key)} />
            )}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function TurnOn({ busy, isRefused, onTurnOn }: { busy: boolean; isRefused: boolean; onTurnOn: () => void }) {
  const ability = pushAbility()
  if (ability === 'unable')
    return (
      <Notice>
        <Trans>This browser cannot receive web push. On an iPhone, add the app to the home screen first.</Trans>
      </Notice>
    )
  if (host.push && (ability === 'blocked' || isRefused)) return <AppBlocked openSettings={host.push.openSettings} />
  if (ability === 'blocked' || isRefused)
    return (
      <Notice tone="wait">
        <Trans>The browser blocks messages of this site. Allow them in its settings of the site, then come back.</Trans>
      </Notice>
    )
  return (
    <Button variant="quiet" busy={busy} onClick={onTurnOn}>
      {host.push ? <Trans>Turn on on this device</Trans> : <Trans>Turn on in this browser</Trans>}
    </Button>
  )
}

/** The system does not let the native app show messages. Only its settings can undo that. */
function AppBlocked({ openSettings }: { openSettings: () => void }) {
  return (
    <div className="grid gap-3">
      <Notice tone="wait">
        <Trans>This device does not let the app show messages. Allow them in its settings, then come back.</Trans>
      </Notice>
      <Button variant="quiet" onClick={openSettings}>
        <Trans>Open the settings</Trans>
      </Button>
    </div>
  )
}

type DeviceRowProps = { device: Device; isOwn: boolean; busy: boolean; onRemove: () => void }

function DeviceRow({ device, isOwn, busy, onRemove }: DeviceRowProps) {
  const { t } = useLingui()
  const name = device.name || t`Unknown device`
  return (
    <li className="flex items-center gap-3 py-2">
      <MonitorSmartphone size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
      <span className="grid min-w-0 flex-1">
        <span className="t-row wrap-anywhere">{name}</span>
        {isOwn ? (
          <span className="t-cap text-muted">
            {host.push ? <Trans>This device</Trans> : <Trans>This browser</Trans>}
          </span>
        ) : null}
      </span>
      <Button variant="text" busy={busy} onClick={onRemove} aria-label={t`Remove ${name}`}>
        <Trans>Remove</Trans>
      </Button>
    </li>
  )
}
