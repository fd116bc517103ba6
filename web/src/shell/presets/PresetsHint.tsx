import { Trans } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { Bookmark } from 'lucide-react'
import { BALANCE } from '../../domain/balance'
import { useDraft } from '../../domain/draft'
import { exchangeDraft } from '../../features/exchange/draft'
import KeepPreset from '../../features/exchange/presets/KeepPreset'
import { ListRow, ListRows, listRowClass } from '../../ui/ListRow'

/** Beside the exchange form: the presets, and the present terms as a new one. */
export default function PresetsHint() {
  const navigate = useNavigate()
  const { from, to, fixed, amount, requisite } = useDraft(exchangeDraft)
  const kept = requisite?.kind === 'address' || requisite?.kind === 'iban' ? requisite : undefined
  const isWhole = from && to && amount !== '' && (kept || to.payway === BALANCE)
  return (
    <div className="grid gap-3">
      <ListRows>
        <Link to="/presets/{-$part}" params={{ part: undefined }} className={listRowClass}>
          <ListRow
            glyph={<Bookmark size={20} aria-hidden="true" />}
            title={<Trans>Presets</Trans>}
            detail={<Trans>Orders that you make again and again</Trans>}
          />
        </Link>
      </ListRows>
      {isWhole ? (
        <KeepPreset
          terms={{
            from_currency: from.currency,
            from_payway: from.payway,
            to_currency: to.currency,
            to_payway: to.payway,
            fixed_side: fixed === 'from' ? 'FROM' : 'TO',
            amount,
            ...(kept ? { requisite: destinationOf(kept) } : {}),
          }}
          onKept={({ id }) => void navigate({ to: '/preset/$presetId', params: { presetId: id } })}
        />
      ) : null}
    </div>
  )
}

/** Leaves out the payee check, because each order has its own. */
function destinationOf(kept: { kind: 'address' | 'iban'; value: string; memo?: string; full_name?: string }) {
  const { kind, value, memo, full_name: name } = kept
  return { kind, value, ...(memo ? { memo } : {}), ...(name ? { full_name: name } : {}) }
}
