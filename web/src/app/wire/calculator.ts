// Generated from docs/openapi/calculator.json by pnpm codegen; do not edit.

export type ChangeRead = {
  after: {
    [key: string]: string | number | null;
  };
  before: {
    [key: string]: string | number | null;
  };
  changed_at: string;
  changed_by: string;
  changed_by_name: string;
  id: string;
};
export type ItemsChangeRead = {
  items: ChangeRead[];
  success?: true;
  total: number;
};
export type AmountsRead = {
  currency?: "RUB";
  customsDuty: number;
  exciseTax: number;
  recyclingFee: number;
  registrationCost: number;
  total: number | number;
  totalCustoms: number;
  vat: number;
};
export type SamplePreview = {
  after: AmountsRead;
  before: AmountsRead;
  difference: number;
  title: string;
};
export type PolicyPreviewRead = {
  after: string;
  before: string;
  samples: SamplePreview[];
  success?: true;
};
export type PolicyPreview = {
  defaultEdition: string;
  /** Без него — курс, который действует */
  euroRate?: number | null;
};
export type EuroRateRead = {
  date: string;
  source: "fixed" | "manual" | "central_bank";
  value: number;
};
export type PolicySettings = {
  defaultEdition: string;
  euroRateSource: "fixed" | "manual" | "central_bank";
  manualDate: string | null;
  manualRate: number | null;
  version: number;
};
export type PolicyRead = {
  eurRate: EuroRateRead;
  settings: PolicySettings;
  success?: true;
  warning: string | null;
};
export type PolicyUpdate = {
  defaultEdition?: string | null;
  euroRateSource?: ("fixed" | "manual" | "central_bank") | null;
  manualDate?: string | null;
  manualRate?: number | null;
  version?: number | null;
};
export type BreakdownLineRead = {
  amount: number;
  base: string;
  code:
    "customsDuty" | "registrationCost" | "exciseTax" | "vat" | "recyclingFee";
  /** Точная сумма в рублях, десятичная запись */
  exact: string;
  /** Словами, с точной суммой до округления */
  formula: string;
  /** Надёжность цифры: V — два источника и более */
  mark: "V" | "1" | "M" | "D";
  rate: string;
  source: string;
  title: string;
};
export type DifferenceRead = {
  amount: number;
  code: string;
  difference: number;
  note: string;
  title: string;
};
export type PowerBandRead = {
  total: number | number;
  totalCustoms: number;
  /** Верхняя граница, л. с.; null — без границы */
  upToHp: number | null;
};
export type CurrentRead = {
  differences: DifferenceRead[];
  edition: string;
  /** Последний день действия; null — действует */
  editionEnds?: string | null;
  /** Мощность не указана, а сумма зависит от неё */
  powerRange?: PowerBandRead[] | null;
  total: number | number;
  totalCustoms: number;
};
export type OtherEditionRead = {
  edition: string;
  /** Последний день действия; null — действует */
  editionEnds?: string | null;
  /** Мощность не указана, а сумма зависит от неё */
  powerRange?: PowerBandRead[] | null;
  total: number | number;
  totalCustoms: number;
};
export type WarningRead = {
  code: string;
  message: string;
};
export type CalculationRead = {
  breakdown: BreakdownLineRead[];
  currency?: "RUB";
  /** Если действует сегодня другая редакция */
  current?: CurrentRead | null;
  customsDuty: number;
  /** Если посчитано не по редакции по умолчанию */
  default?: OtherEditionRead | null;
  edition: string;
  /** Последний день действия; null — действует */
  editionEnds?: string | null;
  eurRate: EuroRateRead;
  euroPrice: number;
  exciseTax: number;
  /** Мощность не указана, а сумма зависит от неё */
  powerRange?: PowerBandRead[] | null;
  recyclingFee: number;
  registrationCost: number;
  success?: true;
  total: number | number;
  totalCustoms: number;
  vat: number;
  warnings: WarningRead[];
};
export type CalculationRequest = {
  /** Полных лет и доли года */
  age?: number | null;
  declaration_date?: string | null;
  edition?: string | null;
  /** 30-минутная мощность электродвигателя */
  electricPower?: number | null;
  enginePower?: number | null;
  enginePowerUnit?: ("hp" | "kW") | null;
  /** Кроме электромобиля */
  engineVolumeLiters?: number | null;
  /** Не используется: сервер считает сам */
  euroPrice?: number | null;
  /** petrol; остальное — дизель */
  fuelType?: string | null;
  hybridType?: ("series" | "parallel") | null;
  importCategory: "personal" | "legal";
  /** Ввоз не для личного пользования */
  isCommercial?: boolean;
  /** Электромобиль или последовательный гибрид */
  isElectric?: boolean;
  /** Вместо возраста */
  manufacture_date?: string | null;
  /** Таможенная стоимость, ₽; доли копейки округляются */
  price: number;
};
export type CalculationSummary = {
  createdAt: string;
  edition: string;
  id: string;
  orderId: string | null;
  pdfUrl: string;
  request: {
    [key: string]: any;
  };
  requestId: string | null;
  shareUrl: string;
  title: string | null;
  total: number | number;
  totalCustoms: number;
};
export type CalculationList = {
  calculations: CalculationSummary[];
  hasMore: boolean;
  success?: true;
  total: number;
};
export type KeptCalculation = {
  breakdown: BreakdownLineRead[];
  createdAt: string;
  currency?: "RUB";
  /** Если действует сегодня другая редакция */
  current?: CurrentRead | null;
  customsDuty: number;
  /** Если посчитано не по редакции по умолчанию */
  default?: OtherEditionRead | null;
  edition: string;
  /** Последний день действия; null — действует */
  editionEnds?: string | null;
  eurRate: EuroRateRead;
  euroPrice: number;
  exciseTax: number;
  fingerprint: string;
  id: string;
  orderId: string | null;
  pdfUrl: string;
  /** Мощность не указана, а сумма зависит от неё */
  powerRange?: PowerBandRead[] | null;
  recyclingFee: number;
  registrationCost: number;
  request: {
    [key: string]: any;
  };
  requestId: string | null;
  shareUrl: string;
  success?: true;
  title: string | null;
  total: number | number;
  totalCustoms: number;
  vat: number;
  warnings: WarningRead[];
};
export type CalculationSave = {
  /** Полных лет и доли года */
  age?: number | null;
  declaration_date?: string | null;
  edition?: string | null;
  /** 30-минутная мощность электродвигателя */
  electricPower?: number | null;
  enginePower?: number | null;
  enginePowerUnit?: ("hp" | "kW") | null;
  /** Кроме электромобиля */
  engineVolumeLiters?: number | null;
  /** Не используется: сервер считает сам */
  euroPrice?: number | null;
  /** petrol; остальное — дизель */
  fuelType?: string | null;
  hybridType?: ("series" | "parallel") | null;
  importCategory: "personal" | "legal";
  /** Ввоз не для личного пользования */
  isCommercial?: boolean;
  /** Электромобиль или последовательный гибрид */
  isElectric?: boolean;
  /** Вместо возраста */
  manufacture_date?: string | null;
  orderId?: string | null;
  /** Таможенная стоимость, ₽; доли копейки округляются */
  price: number;
  requestId?: string | null;
  title?: string | null;
};
export type Done = {
  success?: true;
};
export type CalculationUpdate = {
  orderId?: string | null;
  requestId?: string | null;
  title?: string | null;
};
export type ScenarioRead = {
  /** К исходному расчёту, ₽ */
  difference: number;
  edition: string;
  id: string;
  note: string;
  result: AmountsRead;
  title: string;
  warnings: WarningRead[];
};
export type ComparisonRead = {
  scenarios: ScenarioRead[];
  success?: true;
};
export type Scenario = {
  changes: {
    [key: string]: any;
  };
  title?: string | null;
};
export type ComparisonRequest = {
  request: CalculationRequest;
  scenarios?: Scenario[] | null;
};
export type SourceRead = {
  act: string;
  article: string | null;
  inForce: string;
  /** Надёжность: V — два источника и более, 1 — один, M — по памяти, D — вычислено */
  mark: string;
};
export type EditionRead = {
  ends: string | null;
  /** Отпечаток всех ставок: тот же отпечаток — те же цифры */
  fingerprint: string;
  id: string;
  isDefault: boolean;
  sources: SourceRead[];
  starts: string;
  state: "ended" | "in_force" | "prepared";
  title: string;
  vatPercent: number;
};
export type EditionsRead = {
  /** Редакция, действующая сегодня */
  current: string | null;
  default: string;
  editions: EditionRead[];
  success?: true;
};
export type BankRateRead = {
  /** День, на который курс установлен */
  date: string;
  /** День, на который курс действует */
  day: string;
  value: number;
};
export type RatesRead = {
  bank: BankRateRead[];
  eurRate: EuroRateRead;
  fixed: number;
  message: string | null;
  /** Что выбрал администратор; курс мог быть взят из запасного источника */
  source: "fixed" | "manual" | "central_bank";
  success?: true;
  warning: string | null;
};
