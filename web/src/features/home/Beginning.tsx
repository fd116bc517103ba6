import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { offers } from '../../host/config'
import { Art } from '../../ui/art/Art'
import { Hero } from '../../ui/Hero'

/** The hero of a customer without money: what this is, and the first steps. */
export function Beginning({ steps }: { steps: ReactNode }) {
  return (
    <Hero className="grid gap-5">
      <div className="flex items-start justify-between gap-5">
        <div className="grid gap-2">
          <p className="t-h1">
            {offers('exchange') ? <Trans>Make your first purchase</Trans> : <Trans>Make your first deposit</Trans>}
          </p>
          <p className="max-w-[46ch] text-muted">
            {offers('exchange') ? (
              <Trans>Buy, sell or swap: choose what you give and what you get, and see every fee before you pay.</Trans>
            ) : (
              <Trans>Money that stays with you here appears in this list, by currency.</Trans>
            )}
          </p>
        </div>
        <span className="shrink-0 max-[359px]:hidden">
          <Art of="wallet" />
        </span>
      </div>
      {steps}
    </Hero>
  )
}
