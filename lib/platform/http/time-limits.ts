/*
 * How long a request may take. API Gateway gives up after 29 seconds and responds 504 itself. Its clock also
 * runs while Lambda starts a function, but the function's own timeout begins only after that. So a function
 * stops earlier, by as much as a slow start takes:
 *
 *       3.00 s  Lambda starts the function
 *      25.75 s  the function works
 *       0.25 s  the function responds 503
 *      29.00 s  API Gateway gives up
 */

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html */
export const GATEWAY_TIMEOUT_MS = 29_000;

/** Five times the cold start that docs/cost.md assumes for the slowest functions. */
export const COLD_START_MS = 3_000;

/** Maximum timeout of a contract. */
export const MAX_TIMEOUT_SECONDS = (GATEWAY_TIMEOUT_MS - COLD_START_MS) / 1_000;

/** Time reserved for responding 503 before Lambda kills the function. */
export const RESPONSE_RESERVE_MS = 250;
