import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Card } from '../../../ui/Card'
import { Page } from '../../../ui/Page'
import { STEP } from '../words'
import { Documents } from './Documents'
import type { Proof } from './queries'

type DocumentsPageProps = { of: Proof; support: ReactNode; back: ReactNode; onForbidden: () => void }

/** The page of one verification. */
export function DocumentsPage({ of, support, back, onForbidden }: DocumentsPageProps) {
  const { i18n } = useLingui()
  return (
    <Page title={i18n._(STEP[of])} narrow>
      <div className="grid gap-3">
        <Card>
          <Documents of={of} support={support} onForbidden={onForbidden} />
        </Card>
        {back}
      </div>
    </Page>
  )
}
