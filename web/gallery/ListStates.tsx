import { Loaded } from '../src/domain/QueryCard'
import { PasskeyRow } from '../src/domain/PasskeyRow'
import { ART_NAMES } from '../src/ui/art/names'
import { Avatar } from '../src/ui/Avatar'
import { Button } from '../src/ui/Button'
import { Card } from '../src/ui/Card'
import { CopyButton } from '../src/ui/CopyButton'
import { QrCode } from '../src/ui/QrCode'
import { EmptyState, ErrorState } from '../src/ui/States'
import { ToastCard } from '../src/ui/ToastCard'
import { ADDRESS, LONG_NAME } from './samples'
import { Group, Specimen } from './Specimen'

const nothing = () => undefined
const asked = { error: undefined, refetch: nothing }
const failed = { error: new Error('lost'), refetch: nothing }
const outcome = async () => ({ done: true }) as const

const PASSKEY = {
  id: 'one',
  name: 'MacBook',
  host: location.hostname,
  created_at: '2026-05-01T10:00:00Z',
  used_at: '2026-05-09T10:00:00Z',
}

const passkeys = (all: readonly (typeof PASSKEY)[]) => (
  <ul className="grid divide-y divide-line/60">
    {all.map((passkey) => (
      <PasskeyRow key={passkey.id} passkey={passkey} busy={false} onRename={outcome} onRemove={nothing} />
    ))}
  </ul>
)

export function ListStates() {
  const two = [PASSKEY, { ...PASSKEY, id: 'two', name: LONG_NAME }]
  return (
    <Group name="The four states of a list">
      <Specimen name="Loaded">
        <Card>
          <Loaded asked={{ ...asked, data: two }} rows={2}>
            {passkeys}
          </Loaded>
        </Card>
      </Specimen>
      <Specimen name="Loaded, loading">
        <Card>
          <Loaded asked={{ ...asked, data: undefined }} rows={4}>
            {passkeys}
          </Loaded>
        </Card>
      </Specimen>
      <Specimen name="Loaded, error">
        <Card>
          <Loaded asked={{ ...failed, data: undefined }} rows={4}>
            {passkeys}
          </Loaded>
        </Card>
      </Specimen>
      <Specimen name="Loaded, stale">
        <Card>
          <Loaded asked={{ ...failed, data: two }} rows={4}>
            {passkeys}
          </Loaded>
        </Card>
      </Specimen>
      <Specimen name="ErrorState offline">
        <Card>
          <ErrorState art="offline" title="You are offline" onRetry={nothing}>
            This page opens as soon as you are connected again.
          </ErrorState>
        </Card>
      </Specimen>
    </Group>
  )
}

export function Drawings() {
  return (
    <Group name="Drawings">
      {ART_NAMES.map((name) => (
        <Specimen key={name} name={`EmptyState ${name}`}>
          <Card>
            <EmptyState art={name} title="No balances yet" action={<Button>Deposit</Button>}>
              What you buy or deposit stands here, with its price and its movements.
            </EmptyState>
          </Card>
        </Specimen>
      ))}
    </Group>
  )
}

export function Parts() {
  return (
    <Group name="Small parts">
      <Specimen name="Avatar">
        <p className="flex gap-3">
          <Avatar name="Olena Kovalenko" size={68} />
          <Avatar name={LONG_NAME} />
          <Avatar name="0@example.test" />
        </p>
      </Specimen>
      <Specimen name="CopyButton">
        <CopyButton text={ADDRESS} label="Copy the address" />
      </Specimen>
      <Specimen name="QrCode">
        <span className="w-fit rounded-m bg-white p-3">
          <QrCode text={ADDRESS} label="QR code" />
        </span>
      </Specimen>
      {(['ok', 'wait', 'bad', 'plain'] as const).map((tone, at) => (
        <Specimen key={tone} name={`Toast ${tone}`}>
          <ToastCard id={at} tone={tone} text="Your copy is being made. We will email you when it is ready." />
        </Specimen>
      ))}
    </Group>
  )
}
