import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Card } from '../../../ui/Card'

/** The way from the price to the wallet. */
export function HowItWorks() {
  return (
    <section id="how" aria-labelledby="how-title" className="grid gap-4">
      <h2 id="how-title" className="landing-h2">
        <Trans>How it works</Trans>
      </h2>
      <ol className="grid grid-cols-1 gap-4 desk:grid-cols-3 desk:gap-5">
        <Step at={1} title={<Trans>See the price</Trans>}>
          <Trans>
            Choose what you give and what you get. The whole cost and the time stand below, without an account.
          </Trans>
        </Step>
        <Step at={2} title={<Trans>Sign in and pay</Trans>}>
          <Trans>
            A code to your email is enough. You see every fee again before you confirm, and pay by card, by bank or in
            crypto.
          </Trans>
        </Step>
        <Step at={3} title={<Trans>Watch it arrive</Trans>}>
          <Trans>Each step has its time, up to your own wallet, your bank account or your balance here.</Trans>
        </Step>
      </ol>
    </section>
  )
}

function Step({ at, title, children }: { at: number; title: ReactNode; children: ReactNode }) {
  return (
    <li className="grid">
      <Card>
        <span
          aria-hidden="true"
          className="mb-3 grid size-9 place-items-center rounded-full bg-brand-soft font-semibold text-brand"
        >
          {at}
        </span>
        <h3 className="text-[16px] font-semibold">{title}</h3>
        <p className="mt-1 text-muted">{children}</p>
      </Card>
    </li>
  )
}
