import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Target } from 'lucide-react'
import { ListRow, ListRows, listRowClass } from '../../ui/ListRow'

/** The way to the page where the customer names what should arrive. */
export default function UnifiedHint({ isDeposit }: { isDeposit: boolean }) {
  return (
    <ListRows>
      <Link to="/utransaction/{-$step}" params={{ step: undefined }} className={listRowClass}>
        <ListRow
          glyph={<Target size={20} aria-hidden="true" />}
          title={isDeposit ? <Trans>Add an exact amount</Trans> : <Trans>Send an exact amount</Trans>}
          detail={
            isDeposit ? (
              <Trans>Say what should arrive. We find the ways to pay for it.</Trans>
            ) : (
              <Trans>Say what should arrive. We find the balance that pays for it.</Trans>
            )
          }
        />
      </Link>
    </ListRows>
  )
}
