import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { smallButtonClass } from '../../ui/Button'
import { Brand } from '../Brand'
import { EntryTools } from '../EntryTools'

const PLACE = 'hidden min-h-11 items-center px-3 text-[15px] font-medium text-muted hover:text-text desk:inline-flex'

/** The frame of the landing page: brand, places on the page, language, theme and sign-in. */
export function LandingShell({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className="mx-auto max-w-[1164px] px-4 pt-2.5 pb-10 sm:px-6 desk:pt-4">
      <header className="mb-2.5 flex flex-wrap items-center justify-between gap-x-3 desk:mb-4">
        <Brand />
        <div className="flex items-center gap-1">
          <nav aria-label={t`On this page`} className="contents">
            <a href="#prices" className={PLACE}>
              <Trans>Prices</Trans>
            </a>
            <a href="#how" className={PLACE}>
              <Trans>How it works</Trans>
            </a>
            <Link to="/support" className={PLACE}>
              <Trans>Support</Trans>
            </Link>
          </nav>
          <EntryTools />
          <Link to="/authentication" className={smallButtonClass('quiet', 'not-sm:hidden')}>
            <Trans>Sign in</Trans>
          </Link>
        </div>
      </header>
      <main>{children}</main>
      <footer className="mt-8 text-center desk:hidden">
        <Link to="/support" className="inline-flex min-h-11 items-center font-semibold text-brand">
          <Trans>Contact support</Trans>
        </Link>
      </footer>
    </div>
  )
}
