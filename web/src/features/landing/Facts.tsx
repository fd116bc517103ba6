import { Trans } from '@lingui/react/macro'
import { Clock, KeyRound, type LucideIcon, ReceiptText, Scale } from 'lucide-react'
import type { ReactNode } from 'react'

/** Facts for visitors. Only properties of the product: figures are in the sections below. */
export function Facts() {
  return (
    <ul className="landing-facts">
      <Fact icon={ReceiptText} title={<Trans>One price, all fees in it</Trans>}>
        <Trans>In money and in per cent, before you pay</Trans>
      </Fact>
      <Fact icon={Clock} title={<Trans>You know when it arrives</Trans>}>
        <Trans>Each step is shown until the money is there</Trans>
      </Fact>
      <Fact icon={Scale} title={<Trans>Proof of balances</Trans>}>
        <Trans>
          Published every day and signed. <a href="#proof">Check it</a>
        </Trans>
      </Fact>
      <Fact icon={KeyRound} title={<Trans>No password to steal</Trans>}>
        <Trans>A passkey, or a code to your email</Trans>
      </Fact>
    </ul>
  )
}

function Fact({ icon: Icon, title, children }: { icon: LucideIcon; title: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-center gap-3">
      <span
        aria-hidden="true"
        className="grid size-[38px] shrink-0 place-items-center rounded-control bg-brand-soft text-brand"
      >
        <Icon size={20} strokeWidth={1.75} />
      </span>
      <span className="min-w-0">
        <b className="t-row block">{title}</b>
        <span className="t-cap text-muted">{children}</span>
      </span>
    </li>
  )
}
