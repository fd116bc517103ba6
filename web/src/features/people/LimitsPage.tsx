import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { QueryCard } from '../../domain/QueryCard'
import { Columns } from '../../ui/Columns'
import { Page } from '../../ui/Page'
import { LevelCard, LimitsCard } from './LimitsCard'
import { NextTier } from './NextTier'
import { PaywayLimitsCard } from './PaywayLimitsCard'
import { limitsQuery, type VerificationInfo, type VerificationStep } from './queries'
import { STEP } from './words'

/** The verification that completes each step. The form of the personal details covers name and residence. */
const DONE_BY: Record<VerificationStep, VerificationInfo['kind']> = {
  personal_data: 'DECLARED_ADDRESS',
  declared_address: 'DECLARED_ADDRESS',
  phone: 'PHONE',
  identity: 'IDENTITY',
  address: 'ADDRESS',
  source_of_funds: 'SOURCE_OF_FUNDS',
}

type LimitsPageProps = {
  back: ReactNode
  /** Wraps words in a link to a verification. */
  verify: (kind: VerificationInfo['kind'], words: ReactNode) => ReactNode
}

/** The customer's level, what is left of its limits, and the way to the next level. */
export function LimitsPage({ back, verify }: LimitsPageProps) {
  const { i18n } = useLingui()
  const limits = useQuery(limitsQuery)
  return (
    <Page title={<Trans>Limits and level</Trans>} back={back}>
      <QueryCard asked={limits} rows={4}>
        {(data) => (
          <Columns
            side={
              data.next ? <NextTier next={data.next} way={(step) => verify(DONE_BY[step], i18n._(STEP[step]))} /> : null
            }
          >
            <LevelCard tier={data.tier} isIndividual={data.is_individual} />
            <LimitsCard limits={data} />
            <PaywayLimitsCard limits={data.payways} />
          </Columns>
        )}
      </QueryCard>
    </Page>
  )
}
