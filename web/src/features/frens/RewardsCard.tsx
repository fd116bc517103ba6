import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { HeroAmount } from '../../domain/HeroAmount'
import { ShortMoney } from '../../domain/ShortMoney'
import { Button } from '../../ui/Button'
import { Hero } from '../../ui/Hero'
import { Notice } from '../../ui/Notice'
import { MoveDialog } from './MoveDialog'
import type { Sums } from './queries'

type RewardsCardProps = { sums: readonly Sums[]; isOnHold: boolean }

const isSome = (amount: string) => /[1-9]/.test(amount)

/** What can be moved to the balance, what waits, and what was earned, for each currency of rewards. */
export function RewardsCard({ sums, isOnHold }: RewardsCardProps) {
  return (
    <>
      {isOnHold ? (
        <Notice tone="wait">
          <Trans>Your rewards are on hold while we look at them. Support can tell you more.</Trans>
        </Notice>
      ) : null}
      {sums.map((one) => (
        <OneCurrency key={one.available.currency} of={one} isOnHold={isOnHold} />
      ))}
    </>
  )
}

function OneCurrency({ of, isOnHold }: { of: Sums; isOnHold: boolean }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const canMove = isSome(of.available.amount) && !isOnHold
  return (
    <Hero label={t`Your rewards`}>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <p className="text-[14px] text-muted">
            <Trans>You can move to your balance</Trans>
          </p>
          <HeroAmount {...of.available} large />
        </div>
        {canMove ? (
          <Button small onClick={() => setOpen(true)}>
            <Trans>Move to balance</Trans>
            <ArrowRight size={18} aria-hidden="true" />
          </Button>
        ) : null}
      </div>
      <dl className="mt-5 flex flex-wrap justify-between gap-3">
        <Sum label={<Trans>Earned</Trans>}>
          <ShortMoney {...of.earned} />
        </Sum>
        <Sum label={<Trans>Waiting</Trans>}>
          <ShortMoney {...of.waiting} />
        </Sum>
        <Sum label={<Trans>Moved</Trans>}>
          <ShortMoney {...of.paid} />
        </Sum>
      </dl>
      {canMove ? <MoveDialog open={open} onClose={() => setOpen(false)} available={of.available} /> : null}
    </Hero>
  )
}

function Sum({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-[13px] text-muted">{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
