import { useLingui } from '@lingui/react/macro'

/** The names of the platform's books. An unknown one keeps its code. */
export function useBookName(): (book: string) => string {
  const { t } = useLingui()
  const names: Record<string, string> = {
    transit: t`In open transactions`,
    desk: t`Exchange position`,
    rail: t`At banks, acquirers and networks`,
    fee_income: t`Income from fees`,
    network_cost: t`Network fees paid`,
    cashback: t`Cashback paid`,
    rounding: t`Rounding`,
    quarantine: t`Payments without an owner`,
    adjustment: t`Corrections`,
    chargeback: t`Taken for disputes`,
    guarantee: t`Cost of kept prices`,
    customer: t`Customer’s balance`,
    product: t`Customer’s product`,
    overdraft: t`Overdraft`,
  }
  return (book) => names[book] ?? book
}
