import { Trans } from '@lingui/react/macro'
import { Sent } from './Sent'
import { SheetPart } from '../../ui/Sheet'
import { Decide } from './Decide'
import type { PayPageState } from './payment'

const ASKS: ReadonlySet<PayPageState['state']> = new Set(['paid_partly', 'paid_over', 'paid_late'])

type OthersProps = { token: string; page: PayPageState; onPage: (page: PayPageState) => void }

/** Money that arrived besides that of the payment, each with its own decision. */
export function Others({ token, page, onPage }: OthersProps) {
  return page.others.map((money) => (
    <SheetPart key={money.part}>
      <section className="grid grid-cols-1 gap-4">
        <h2 className="text-[15px] font-semibold">
          <Trans>Other money that you sent</Trans>
        </h2>
        {ASKS.has(money.state) ? (
          <Decide token={token} money={money} onPage={onPage} />
        ) : (
          <Sent attempt={money.attempt} state={money.state} />
        )}
      </section>
    </SheetPart>
  ))
}
