import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { BookOpen, LifeBuoy, Scale } from 'lucide-react'
import { offers } from '../../host/config'
import { ListRow, ListRows, listRowClass } from '../../ui/ListRow'

/** Where a customer without money learns what this is. */
export default function HomeReading() {
  return (
    <ListRows>
      <Link to="/onboarding" className={listRowClass}>
        <ListRow
          glyph={<BookOpen size={19} />}
          title={<Trans>How it works</Trans>}
          detail={<Trans>What it costs, and where your money stands</Trans>}
        />
      </Link>
      {offers('balances') ? (
        <Link to="/proof-of-balances" className={listRowClass}>
          <ListRow
            glyph={<Scale size={19} />}
            title={<Trans>Proof of balances</Trans>}
            detail={<Trans>What we owe is published, and you can check it</Trans>}
          />
        </Link>
      ) : null}
      <Link to="/support" className={listRowClass}>
        <ListRow
          glyph={<LifeBuoy size={19} />}
          title={<Trans>Support</Trans>}
          detail={<Trans>Questions before the first order</Trans>}
        />
      </Link>
    </ListRows>
  )
}
