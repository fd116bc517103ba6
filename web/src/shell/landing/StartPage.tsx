import { useNavigate } from '@tanstack/react-router'
import { storedDraft } from '../../domain/draft'
import { EntryBeside } from '../../features/auth/EntryBeside'
import { CalculatorGap } from '../../features/exchange/calculator/CalculatorGap'
import { CoinsGap, PanelGap } from '../../features/landing/gaps'
import { LandingPage } from '../../features/landing/LandingPage'
import { offers } from '../../host/config'
import { LandingShell } from './LandingShell'
import { lazyInBrowser } from './lazyInBrowser'

const Calculator = lazyInBrowser(() => import('../../features/exchange/calculator/Calculator'), CalculatorGap)
const Price = lazyInBrowser(() => import('./below/DraftPrice'), PanelGap)
const Coins = lazyInBrowser(() => import('./below/DraftCoins'), CoinsGap)
const Below = lazyInBrowser(
  () => import('./below/BelowPage'),
  () => null,
)

/** The page after a sign-in beside the calculator: a changed draft matters more than home. */
const back = () => (offers('exchange') && storedDraft('exchange') ? '/exchange' : undefined)

/** The landing page. Its calculator fills the draft of the exchange, where the visitor continues after the sign-in. */
export function StartPage() {
  const navigate = useNavigate()
  const signIn = (to: string | undefined) => void navigate({ to: '/authentication', search: to ? { back: to } : {} })
  return (
    <LandingShell>
      <LandingPage
        calculator={offers('exchange') ? <Calculator onContinue={() => signIn('/exchange')} /> : null}
        price={<Price />}
        coins={<Coins />}
        below={<Below />}
        entry={
          <EntryBeside
            back={back}
            onCode={() => signIn(back())}
            onSignedIn={() => void navigate({ href: back() ?? '/cabinet', replace: true })}
            onBlocked={() => void navigate({ to: '/authentication/blocked', replace: true })}
          />
        }
      />
    </LandingShell>
  )
}
