import { createFileRoute } from '@tanstack/react-router'
import { Home } from '../features/home/Home'
import { Held } from '../shell/Held'
import {
  BalanceList,
  DueList,
  HomeLevel,
  HomePrices,
  HomeReading,
  HomeRecent,
  HomeUnfinished,
} from '../shell/homeParts'
import { FirstSteps, MoneyActions } from '../shell/quickLinks'

export const Route = createFileRoute('/_app/cabinet')({
  component: () => (
    <Home
      actions={<MoneyActions />}
      firstSteps={<FirstSteps />}
      notice={<Held />}
      unfinished={<HomeUnfinished />}
      due={<DueList />}
      balances={<BalanceList />}
      recent={<HomeRecent />}
      level={<HomeLevel />}
      prices={<HomePrices />}
      reading={<HomeReading />}
    />
  ),
})
