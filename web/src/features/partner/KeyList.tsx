import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ChevronRight, KeyRound } from 'lucide-react'
import { dayText } from '../../i18n/format'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { RowGlyph } from '../../ui/ListRow'
import { EmptyState } from '../../ui/States'
import { type KeyState, keyState, type PartnerKey } from './keys'
import { KIND } from './words'

/** The keys with their state and last use. Each leads to its own page. */
export function KeyList({ keys, onOpen }: { keys: readonly PartnerKey[]; onOpen: (id: string) => void }) {
  if (keys.length === 0) {
    return (
      <Card>
        <EmptyState art="shield" title={<Trans>No API keys yet</Trans>}>
          <Trans>With a key, your own server makes orders and reads balances.</Trans>
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card tight title={<Trans>Your keys</Trans>}>
      <ul className="grid divide-y divide-line/60">
        {keys.map((key) => (
          <KeyRow key={key.id} of={key} onOpen={() => onOpen(key.id)} />
        ))}
      </ul>
    </Card>
  )
}

function KeyRow({ of, onOpen }: { of: PartnerKey; onOpen: () => void }) {
  const { i18n } = useLingui()
  const hint = of.secrets[0]?.hint
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex w-full items-center gap-3 rounded-control py-3 text-left hover:bg-sunken"
      >
        <RowGlyph>
          <KeyRound size={18} />
        </RowGlyph>
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
          <span className="grid min-w-44 flex-1 gap-0.5">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-[570] wrap-anywhere">{of.name}</span>
              <StateBadge state={keyState(of, Date.now())} />
            </span>
            <span className="text-[13px] text-muted wrap-anywhere">
              {hint ? <code className="font-mono">{hint}… · </code> : null}
              {i18n._(KIND[of.kind].name)}
            </span>
          </span>
          <span className="grid gap-0.5 text-[13px]">
            <span>{of.used_at ? dayText(of.used_at, i18n.locale, new Date()) : <Trans>Never used</Trans>}</span>
            <span className="text-muted">
              <Addresses count={of.addresses.length} />
            </span>
          </span>
        </span>
        <ChevronRight size={18} className="shrink-0 text-muted" />
      </button>
    </li>
  )
}

function Addresses({ count }: { count: number }) {
  if (count === 0) return <Trans>any address</Trans>
  return <Plural value={count} one="# address" other="# addresses" />
}

export function StateBadge({ state }: { state: KeyState }) {
  switch (state) {
    case 'new':
      return (
        <Badge tone="ok">
          <Trans context="API key">New</Trans>
        </Badge>
      )
    case 'active':
      return (
        <Badge tone="ok">
          <Trans context="API key">Active</Trans>
        </Badge>
      )
    case 'unused':
      return (
        <Badge tone="wait">
          <Trans>Unused, revoke?</Trans>
        </Badge>
      )
    default:
      return (
        <Badge>
          <Trans context="API key">Revoked</Trans>
        </Badge>
      )
  }
}
