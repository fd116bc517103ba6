import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Hero } from '../../ui/Hero'
import { Facts } from './Facts'
import './landing.css'

type LandingPageProps = {
  /** The calculator, or nothing for a tenant without the exchange. */
  calculator: ReactNode
  /** The ways to sign in. */
  entry: ReactNode
  /** The price of a coin, with its chart. */
  price: ReactNode
  coins: ReactNode
  /** What is below the first view. */
  below: ReactNode
}

/** The product before sign-in: the price of a coin, a calculator with the whole cost, and the proofs behind them. */
export function LandingPage({ calculator, entry, price, coins, below }: LandingPageProps) {
  return (
    <div className="landing">
      <div className="landing-top">
        <h1 tabIndex={-1} className="landing-title t-display">
          <Trans>Buy crypto and see the whole cost first.</Trans>
        </h1>
        <section className="landing-card">
          {calculator}
          {calculator ? (
            <p className="flex items-center gap-3 text-[13px] text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
              <Trans>or sign in</Trans>
            </p>
          ) : null}
          {entry}
        </section>
        <Hero className="landing-panel">{price}</Hero>
      </div>
      <Facts />
      <section id="prices" aria-labelledby="prices-title">
        <h2 id="prices-title" className="sr-only">
          <Trans>Prices</Trans>
        </h2>
        {coins}
      </section>
      {below}
    </div>
  )
}
