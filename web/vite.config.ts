import { join } from 'node:path'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { coins } from './tools/coins.ts'
import { precompress } from './tools/precompress.ts'
import { preloadList } from './tools/first-paint/preloads.ts'
import { stylesFirst } from './tools/first-paint/stylesFirst.ts'

const API = process.env.AGIO_API ?? 'http://127.0.0.1:8080'

/**
 * A group of modules that a few pages share, without their dependencies, which the start-up script may already have.
 */
const ofSome = { minShareCount: 2, priority: -1, includeDependenciesRecursively: false }

export const alias = [
  // React 19 has the hook built in, so the shim for older versions would only enlarge the start-up script.
  {
    find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
    replacement: 'use-sync-external-store/with-selector.js',
  },
  { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
  // Lucide's shapes with our own icon factory.
  { find: '../createLucideIcon.mjs', replacement: join(import.meta.dirname, 'src/ui/icon.ts') },
]

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // Error components stay in the start-up script, because a separate file could fail to load.
      codeSplittingOptions: { defaultBehavior: [['component']] },
      quoteStyle: 'single',
      semicolons: false,
    }),
    // Macros first: the React Compiler must see the plain calls they expand to.
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react({ compiler: true }),
    lingui({ failOnCompileError: true }),
    tailwindcss(),
    coins(),
    stylesFirst(),
    preloadList(),
    precompress(),
  ],
  resolve: { alias },
  server: {
    proxy: {
      '/api': { target: API, ws: true },
      '/sandbox/3ds': API,
      '/brand': API,
      '/oauth': API,
      '/manifest.webmanifest': API,
    },
  },
  build: {
    target: 'es2023',
    manifest: true,
    // A data: URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The start-up script lists every chunk and style sheet, and names would add two kilobytes. The manifest has them.
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: ({ names }) =>
          names[0]?.endsWith('.css') ? 'assets/[hash].css' : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            // The initial code in one file: otherwise every route module is a chunk of its own (TanStack/router #7197).
            { name: 'start', tags: ['$initial'], priority: 1 },
            // Widely shared modules: separate chunks would cost more in requests and compression than they save.
            {
              name: 'basics',
              test: /src\/(api\/useSession|i18n\/lazyLater|shell\/Brand|ui\/(Button|Card|States|icon\.))|icons\/(refresh|clock|repeat|wallet|scale|chevron-right)/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // Excludes notices, which the sign-in page needs alone, and mutations, addresses, dialogs, rows of links and
            // copying, which the first pages do not need.
            {
              name: 'shared',
              test: /src\/(domain\/(?!address|AddressText|catalogue|currencyName|paywayName|QueryCard)|api|i18n\/format|ui\/(?!Notice|ListRow|Dialog|clipboard|useCopy|useOpener|TextField|CopyButton|StaleNote|Breakable|breakAmounts|Select))|@tanstack\/(query-core|react-query)\/(?!.*utation)/,
              minShareCount: 24,
            },
            // The same for the code of home that it shares with pages of amounts or lists, with the exchange and with
            // sign-in.
            {
              name: 'money',
              test: /src\/(realtime\/(live|prices)|ui\/Money)/,
              ...ofSome,
            },
            {
              name: 'rows',
              test: /src\/(domain\/(decimal|byValue|notPaid|transactionStatus|estimate)|ui\/(CurrencyIcon|coins|ItemRow)|api\/saveSettings)/,
              ...ofSome,
            },
            {
              name: 'lists',
              test: /src\/(domain\/(transactionWords|TransactionRow|TransactionCard|Balance(?!Move)|smallBalances|ExactAmount)|shell\/(transactionLink|links|balanceLink)\.)/,
              ...ofSome,
            },
            // Small parts of home that other pages share.
            {
              name: 'parts',
              test: /src\/(ui\/(Hero|Columns|useWide)\.|i18n\/lazyPart)|icons\/(arrow-up-right|download)\./,
              ...ofSome,
            },
            {
              name: 'named',
              test: /src\/(domain\/(catalogue|currencyName|paywayName|QueryCard)|ui\/(StaleNote|Breakable|breakAmounts))/,
              ...ofSome,
            },
            {
              name: 'entrance',
              test: /src\/(shell\/(EntryShell|EntryTools|LanguageSelect)|api\/(promo|launched))|icons\/(moon|sun)/,
              ...ofSome,
            },
            // The ways to sign in, on the landing page and on the sign-in page.
            {
              name: 'ways',
              test: /src\/(features\/auth\/(useEmailEntry|Passkey|Provider|Working|pendingLogin|use)|api\/signIn\.)/,
              ...ofSome,
            },
            {
              name: 'gaps',
              test: /src\/(features\/landing\/gaps|features\/exchange\/calculator\/CalculatorGap)/,
              ...ofSome,
            },
            {
              name: 'exchange',
              test: /src\/(features\/exchange\/(draft|flow|guard|limits|queries|options|refresh|start\/options)|domain\/(rate|steps))/,
              ...ofSome,
            },
            { name: 'step', test: /src\/features\/exchange\/StepFrame|icons\/arrow-left/, ...ofSome },
            { name: 'problems', test: /src\/domain\/(problem|useProblemWords)/, ...ofSome },
            // What the pages of an order share with its status page.
            {
              name: 'order',
              test: /src\/features\/transaction\/(LoadStates|details\/(Timeline|timeline|expected|Fact\.|Hash|facts))/,
              ...ofSome,
            },
            {
              name: 'progress',
              test: /src\/(domain\/(progress|HashLink|explorer)|ui\/Progress)|icons\/external-link/,
              ...ofSome,
            },
            {
              name: 'notices',
              test: /src\/ui\/Notice|icons\/(circle-check|circle-exclamation-point|info|triangle-exclamation-point)\./,
              ...ofSome,
            },
            { name: 'typed', test: /src\/domain\/amount\//, ...ofSome },
            {
              name: 'codes',
              test: /src\/(domain\/useCodeWords|api\/(hasPasskeys|atProvider|providerName))|icons\/key-round/,
              ...ofSome,
            },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
          ],
        },
      },
    },
  },
})
