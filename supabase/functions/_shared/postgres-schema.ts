// Generated from the migrations by `npm run types`; do not edit.
import type { JsonColumns, SqlReplies } from './supabase/sql-replies.ts';
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  
  "public": {
          Tables: {
            "attributes": {
                  Row: {
                    "categories": (string)[],"expected_in": (string)[],"group_name": string,"key": string,"key_place": number | null,"key_words": string | null,"kind": string,"label": string,"place": number,"unit": string | null,"worked_out_from": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "categories": (string)[],"expected_in"?: (string)[],"group_name": string,"key": string,"key_place"?: number | null,"key_words"?: string | null,"kind": string,"label": string,"place": number,"unit"?: string | null,"worked_out_from"?: string | null
                  }
                  Update: {
                    "categories"?: (string)[],"expected_in"?: (string)[],"group_name"?: string,"key"?: string,"key_place"?: number | null,"key_words"?: string | null,"kind"?: string,"label"?: string,"place"?: number,"unit"?: string | null,"worked_out_from"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"bank_holidays": {
                  Row: {
                    "created_at": string,"day": string,"id": string,"name": string,"source": string,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"day": string,"id"?: string,"name": string,"source": string,"updated_at"?: string
                  }
                  Update: {
                    "created_at"?: string,"day"?: string,"id"?: string,"name"?: string,"source"?: string,"updated_at"?: string
                  }
                  Relationships: [
                    
                  ]
                },"bank_statements": {
                  Row: {
                    "actor_id": string,"at": string,"columns": JsonColumns["columns"],"file_name": string,"id": string,"known": number,"lines": number,"number": number,"request_hash": string,"settled": number
                  }
                  ComputedFields: never
                  Insert: {
                    "actor_id": string,"at"?: string,"columns": JsonColumns["columns"],"file_name": string,"id": string,"known": number,"lines": number,"number"?: never,"request_hash": string,"settled": number
                  }
                  Update: {
                    "actor_id"?: string,"at"?: string,"columns"?: NonNullable<Json>,"file_name"?: string,"id"?: string,"known"?: number,"lines"?: number,"number"?: never,"request_hash"?: string,"settled"?: number
                  }
                  Relationships: [
                    
                  ]
                },"carts": {
                  Row: {
                    "items": JsonColumns["items"],"merged_tokens": (string)[],"updated_at": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "items"?: NonNullable<Json>,"merged_tokens"?: (string)[],"updated_at"?: string,"user_id": string
                  }
                  Update: {
                    "items"?: NonNullable<Json>,"merged_tokens"?: (string)[],"updated_at"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "carts_user_id_fkey"
      columns: ["user_id"]
isOneToOne: true
      referencedRelation: "users"
      referencedColumns: ["id"]
    }
                  ]
                },"delivery_counties": {
                  Row: {
                    "code": string,"days_from": number,"days_to": number,"fixed_price": number | null,"free_above": number | null,"high": number,"id": string,"low": number,"name": string,"same_day_before": string | null,"towns": (string)[],"updated_at": string,"zone": string
                  }
                  ComputedFields: never
                  Insert: {
                    "code": string,"days_from": number,"days_to": number,"fixed_price"?: number | null,"free_above"?: number | null,"high": number,"id"?: string,"low": number,"name": string,"same_day_before"?: string | null,"towns"?: (string)[],"updated_at"?: string,"zone": string
                  }
                  Update: {
                    "code"?: string,"days_from"?: number,"days_to"?: number,"fixed_price"?: number | null,"free_above"?: number | null,"high"?: number,"id"?: string,"low"?: number,"name"?: string,"same_day_before"?: string | null,"towns"?: (string)[],"updated_at"?: string,"zone"?: string
                  }
                  Relationships: [
                    
                  ]
                },"history": {
                  Row: {
                    "actor_id": string | null,"actor_role": string,"after": Json | null,"at": string,"before": Json | null,"id": number,"operation": string,"row_id": string,"table_name": string
                  }
                  ComputedFields: never
                  Insert: {
                    "actor_id"?: string | null,"actor_role": string,"after"?: Json | null,"at"?: string,"before"?: Json | null,"id"?: never,"operation": string,"row_id": string,"table_name": string
                  }
                  Update: {
                    "actor_id"?: string | null,"actor_role"?: string,"after"?: Json | null,"at"?: string,"before"?: Json | null,"id"?: never,"operation"?: string,"row_id"?: string,"table_name"?: string
                  }
                  Relationships: [
                    
                  ]
                },"order_items": {
                  Row: {
                    "awaited": number,"awaited_since": string | null,"created_at": string,"id": string,"list_price": number | null,"order_id": string,"price": number,"price_reason": string | null,"product_id": string,"product_name": string,"quantity": number,"to_order": Json | null
                  }
                  ComputedFields: never
                  Insert: {
                    "awaited"?: number,"awaited_since"?: string | null,"created_at"?: string,"id"?: string,"list_price"?: number | null,"order_id": string,"price": number,"price_reason"?: string | null,"product_id": string,"product_name": string,"quantity": number,"to_order"?: Json | null
                  }
                  Update: {
                    "awaited"?: number,"awaited_since"?: string | null,"created_at"?: string,"id"?: string,"list_price"?: number | null,"order_id"?: string,"price"?: number,"price_reason"?: string | null,"product_id"?: string,"product_name"?: string,"quantity"?: number,"to_order"?: Json | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "order_items_order_id_fkey"
      columns: ["order_id"]
isOneToOne: false
      referencedRelation: "orders"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "order_items_product_id_fkey"
      columns: ["product_id"]
isOneToOne: false
      referencedRelation: "products"
      referencedColumns: ["id"]
    }
                  ]
                },"order_notes": {
                  Row: {
                    "author_id": string,"created_at": string,"id": string,"order_id": string,"text": string
                  }
                  ComputedFields: never
                  Insert: {
                    "author_id"?: string,"created_at"?: string,"id"?: string,"order_id": string,"text": string
                  }
                  Update: {
                    "author_id"?: string,"created_at"?: string,"id"?: string,"order_id"?: string,"text"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "order_notes_order_id_fkey"
      columns: ["order_id"]
isOneToOne: false
      referencedRelation: "orders"
      referencedColumns: ["id"]
    }
                  ]
                },"orders": {
                  Row: {
                    "agreed_until": string | null,"claimed_at": string | null,"company_name": string | null,"company_pin": string | null,"completion_reason": string | null,"county": string | null,"created_at": string,"customer_address": string,"customer_email": string | null,"customer_name": string,"customer_phone": string | null,"delivery_by": string | null,"delivery_free_because": string | null,"delivery_high": number | null,"delivery_low": number | null,"delivery_price": number | null,"delivery_promise": string | null,"delivery_zone": string | null,"erased_at": string | null,"hold_released_at": string | null,"id": string,"is_pin_known": boolean,"language": string,"link_version": number,"placed_by": string | null,"purchase_order": string | null,"reminders_stopped_at": string | null,"search_text": string,"status": string,"terms_days": number | null,"total_amount": number,"updated_at": string,"user_id": string | null,"whatsapp_consent_at": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "agreed_until"?: string | null,"claimed_at"?: string | null,"company_name"?: string | null,"company_pin"?: string | null,"completion_reason"?: string | null,"county"?: string | null,"created_at"?: string,"customer_address": string,"customer_email"?: string | null,"customer_name": string,"customer_phone"?: string | null,"delivery_by"?: string | null,"delivery_free_because"?: string | null,"delivery_high"?: number | null,"delivery_low"?: number | null,"delivery_price"?: number | null,"delivery_promise"?: string | null,"delivery_zone"?: string | null,"erased_at"?: string | null,"hold_released_at"?: string | null,"id"?: string,"is_pin_known"?: boolean,"language"?: string,"link_version"?: number,"placed_by"?: string | null,"purchase_order"?: string | null,"reminders_stopped_at"?: string | null,"search_text"?: never,"status"?: string,"terms_days"?: number | null,"total_amount": number,"updated_at"?: string,"user_id"?: string | null,"whatsapp_consent_at"?: string | null
                  }
                  Update: {
                    "agreed_until"?: string | null,"claimed_at"?: string | null,"company_name"?: string | null,"company_pin"?: string | null,"completion_reason"?: string | null,"county"?: string | null,"created_at"?: string,"customer_address"?: string,"customer_email"?: string | null,"customer_name"?: string,"customer_phone"?: string | null,"delivery_by"?: string | null,"delivery_free_because"?: string | null,"delivery_high"?: number | null,"delivery_low"?: number | null,"delivery_price"?: number | null,"delivery_promise"?: string | null,"delivery_zone"?: string | null,"erased_at"?: string | null,"hold_released_at"?: string | null,"id"?: string,"is_pin_known"?: boolean,"language"?: string,"link_version"?: number,"placed_by"?: string | null,"purchase_order"?: string | null,"reminders_stopped_at"?: string | null,"search_text"?: never,"status"?: string,"terms_days"?: number | null,"total_amount"?: number,"updated_at"?: string,"user_id"?: string | null,"whatsapp_consent_at"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "orders_county_fkey"
      columns: ["county"]
isOneToOne: false
      referencedRelation: "delivery_counties"
      referencedColumns: ["code"]
    },{
      foreignKeyName: "orders_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "users"
      referencedColumns: ["id"]
    }
                  ]
                },"owner_tasks": {
                  Row: {
                    "at_opening": NonNullable<Json>,"closed_at": string | null,"closed_by": string | null,"closing_reason": string | null,"created_at": string,"id": string,"kind": string,"order_id": string,"outcome": string | null,"transaction_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "at_opening": NonNullable<Json>,"closed_at"?: string | null,"closed_by"?: string | null,"closing_reason"?: string | null,"created_at"?: string,"id"?: string,"kind": string,"order_id": string,"outcome"?: string | null,"transaction_id"?: string | null
                  }
                  Update: {
                    "at_opening"?: NonNullable<Json>,"closed_at"?: string | null,"closed_by"?: string | null,"closing_reason"?: string | null,"created_at"?: string,"id"?: string,"kind"?: string,"order_id"?: string,"outcome"?: string | null,"transaction_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "owner_tasks_closed_by_fkey"
      columns: ["closed_by"]
isOneToOne: false
      referencedRelation: "users"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "owner_tasks_order_id_fkey"
      columns: ["order_id"]
isOneToOne: false
      referencedRelation: "orders"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "owner_tasks_transaction_id_fkey"
      columns: ["transaction_id"]
isOneToOne: false
      referencedRelation: "transactions"
      referencedColumns: ["id"]
    }
                  ]
                },"product_imports": {
                  Row: {
                    "actor_id": string,"at": string,"changed": number,"file_name": string,"id": string,"left_out": NonNullable<Json>,"list_columns": Json | null,"made": number,"number": number,"request_hash": string,"unchanged": number,"undone": Json | null,"undone_at": string | null,"undone_by": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "actor_id": string,"at"?: string,"changed"?: number,"file_name": string,"id": string,"left_out"?: NonNullable<Json>,"list_columns"?: Json | null,"made"?: number,"number"?: never,"request_hash": string,"unchanged"?: number,"undone"?: Json | null,"undone_at"?: string | null,"undone_by"?: string | null
                  }
                  Update: {
                    "actor_id"?: string,"at"?: string,"changed"?: number,"file_name"?: string,"id"?: string,"left_out"?: NonNullable<Json>,"list_columns"?: Json | null,"made"?: number,"number"?: never,"request_hash"?: string,"unchanged"?: number,"undone"?: Json | null,"undone_at"?: string | null,"undone_by"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"product_vat": {
                  Row: {
                    "class": string,"evidence": string,"id": string,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "class": string,"evidence": string,"id": string,"updated_at"?: string
                  }
                  Update: {
                    "class"?: string,"evidence"?: string,"id"?: string,"updated_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "product_vat_id_fkey"
      columns: ["id"]
isOneToOne: true
      referencedRelation: "products"
      referencedColumns: ["id"]
    }
                  ]
                },"products": {
                  Row: {
                    "brand": string | null,"category": string,"created_at": string,"description": string,"id": string,"image_url": string | null,"is_active": boolean,"is_service": boolean,"key_values": (string)[],"keywords": string,"model": string | null,"more_on": string | null,"name": string,"pictures": NonNullable<Json>,"price": number,"rating": number,"replaced_by": string | null,"search_text": string,"slug": string,"specs": NonNullable<Json>,"stock": number,"to_order": Json | null,"updated_at": string,"warranty_years": number | null,"weight_grams": number | null
                  }
                  ComputedFields: never
                  Insert: {
                    "brand"?: string | null,"category": string,"created_at"?: string,"description"?: string,"id"?: string,"image_url"?: string | null,"is_active"?: boolean,"is_service"?: boolean,"key_values"?: (string)[],"keywords"?: string,"model"?: string | null,"more_on"?: string | null,"name": string,"pictures"?: NonNullable<Json>,"price": number,"rating"?: number,"replaced_by"?: string | null,"search_text"?: never,"slug": string,"specs"?: NonNullable<Json>,"stock"?: number,"to_order"?: Json | null,"updated_at"?: string,"warranty_years"?: number | null,"weight_grams"?: number | null
                  }
                  Update: {
                    "brand"?: string | null,"category"?: string,"created_at"?: string,"description"?: string,"id"?: string,"image_url"?: string | null,"is_active"?: boolean,"is_service"?: boolean,"key_values"?: (string)[],"keywords"?: string,"model"?: string | null,"more_on"?: string | null,"name"?: string,"pictures"?: NonNullable<Json>,"price"?: number,"rating"?: number,"replaced_by"?: string | null,"search_text"?: never,"slug"?: string,"specs"?: NonNullable<Json>,"stock"?: number,"to_order"?: Json | null,"updated_at"?: string,"warranty_years"?: number | null,"weight_grams"?: number | null
                  }
                  Relationships: [
                    
                  ]
                },"refunds": {
                  Row: {
                    "amount_cents": number,"bank_reference": string,"cause": string,"corrects": string | null,"counters": string | null,"created_at": string,"day": string,"id": string,"other_method": string | null,"reason": string,"recorded_by": string,"transaction_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "amount_cents": number,"bank_reference": string,"cause": string,"corrects"?: string | null,"counters"?: string | null,"created_at"?: string,"day": string,"id"?: string,"other_method"?: string | null,"reason": string,"recorded_by"?: string,"transaction_id": string
                  }
                  Update: {
                    "amount_cents"?: number,"bank_reference"?: string,"cause"?: string,"corrects"?: string | null,"counters"?: string | null,"created_at"?: string,"day"?: string,"id"?: string,"other_method"?: string | null,"reason"?: string,"recorded_by"?: string,"transaction_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "refunds_corrects_fkey"
      columns: ["corrects"]
isOneToOne: true
      referencedRelation: "refunds"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "refunds_counters_fkey"
      columns: ["counters"]
isOneToOne: false
      referencedRelation: "refunds"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "refunds_transaction_id_fkey"
      columns: ["transaction_id"]
isOneToOne: false
      referencedRelation: "transactions"
      referencedColumns: ["id"]
    }
                  ]
                },"search_synonyms": {
                  Row: {
                    "id": string,"means": string,"word": string
                  }
                  ComputedFields: never
                  Insert: {
                    "id"?: string,"means": string,"word": string
                  }
                  Update: {
                    "id"?: string,"means"?: string,"word"?: string
                  }
                  Relationships: [
                    
                  ]
                },"statement_lines": {
                  Row: {
                    "amount_cents": number,"bank_index": string | null,"closed_at": string | null,"closed_by": string | null,"closing_reason": string | null,"day": string,"fee_cents": number,"id": string,"identity": string,"line": number,"reference": string | null,"refund_ids": (string)[] | null,"row_identity": string | null,"statement_id": string,"transaction_id": string | null,"verdict": string
                  }
                  ComputedFields: never
                  Insert: {
                    "amount_cents": number,"bank_index"?: string | null,"closed_at"?: string | null,"closed_by"?: string | null,"closing_reason"?: string | null,"day": string,"fee_cents"?: number,"id"?: string,"identity": string,"line": number,"reference"?: string | null,"refund_ids"?: (string)[] | null,"row_identity"?: string | null,"statement_id": string,"transaction_id"?: string | null,"verdict": string
                  }
                  Update: {
                    "amount_cents"?: number,"bank_index"?: string | null,"closed_at"?: string | null,"closed_by"?: string | null,"closing_reason"?: string | null,"day"?: string,"fee_cents"?: number,"id"?: string,"identity"?: string,"line"?: number,"reference"?: string | null,"refund_ids"?: (string)[] | null,"row_identity"?: string | null,"statement_id"?: string,"transaction_id"?: string | null,"verdict"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "statement_lines_statement_id_fkey"
      columns: ["statement_id"]
isOneToOne: false
      referencedRelation: "bank_statements"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "statement_lines_transaction_id_fkey"
      columns: ["transaction_id"]
isOneToOne: false
      referencedRelation: "transactions"
      referencedColumns: ["id"]
    }
                  ]
                },"transactions": {
                  Row: {
                    "amount": number,"answered_at": string | null,"asked_at": string | null,"asking_until": string | null,"bank_amount_cents": number | null,"bank_status": string | null,"checkout_id": string | null,"created_at": string,"decided_at": string | null,"id": string,"next_ask_at": string | null,"note": string | null,"order_id": string | null,"payment_method": string,"phone": string | null,"recorded_by": string | null,"reference": string,"response_data": Json | null,"reversal_reason": string | null,"reversed_at": string | null,"reversed_by": string | null,"search_text": string | null,"settled_on": string | null,"source": string,"status": string,"told": Json | null,"trace": string | null,"transaction_id": string | null,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"answered_at"?: string | null,"asked_at"?: string | null,"asking_until"?: string | null,"bank_amount_cents"?: number | null,"bank_status"?: string | null,"checkout_id"?: string | null,"created_at"?: string,"decided_at"?: string | null,"id"?: string,"next_ask_at"?: string | null,"note"?: string | null,"order_id"?: string | null,"payment_method"?: string,"phone"?: string | null,"recorded_by"?: string | null,"reference": string,"response_data"?: Json | null,"reversal_reason"?: string | null,"reversed_at"?: string | null,"reversed_by"?: string | null,"search_text"?: never,"settled_on"?: string | null,"source"?: string,"status"?: string,"told"?: Json | null,"trace"?: string | null,"transaction_id"?: string | null,"updated_at"?: string
                  }
                  Update: {
                    "amount"?: number,"answered_at"?: string | null,"asked_at"?: string | null,"asking_until"?: string | null,"bank_amount_cents"?: number | null,"bank_status"?: string | null,"checkout_id"?: string | null,"created_at"?: string,"decided_at"?: string | null,"id"?: string,"next_ask_at"?: string | null,"note"?: string | null,"order_id"?: string | null,"payment_method"?: string,"phone"?: string | null,"recorded_by"?: string | null,"reference"?: string,"response_data"?: Json | null,"reversal_reason"?: string | null,"reversed_at"?: string | null,"reversed_by"?: string | null,"search_text"?: never,"settled_on"?: string | null,"source"?: string,"status"?: string,"told"?: Json | null,"trace"?: string | null,"transaction_id"?: string | null,"updated_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "transactions_order_id_fkey"
      columns: ["order_id"]
isOneToOne: false
      referencedRelation: "orders"
      referencedColumns: ["id"]
    }
                  ]
                },"users": {
                  Row: {
                    "address": string | null,"created_at": string,"email": string,"email_confirmed_at": string | null,"id": string,"name": string,"phone": string | null,"role": string,"search_text": string,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "address"?: string | null,"created_at"?: string,"email": string,"email_confirmed_at"?: string | null,"id": string,"name"?: string,"phone"?: string | null,"role"?: string,"search_text"?: never,"updated_at"?: string
                  }
                  Update: {
                    "address"?: string | null,"created_at"?: string,"email"?: string,"email_confirmed_at"?: string | null,"id"?: string,"name"?: string,"phone"?: string | null,"role"?: string,"search_text"?: never,"updated_at"?: string
                  }
                  Relationships: [
                    
                  ]
                }
          }
          Views: {
            "named_history": {
                  Row: {
                    "actor_id": string | null,"actor_name": string | null,"actor_role": string,"after": Json | null,"at": string,"before": Json | null,"id": number,"operation": string,"row_id": string,"table_name": string
                  }
                  ComputedFields: never
                  Relationships: [
                    
                  ]
                }
          }
          Functions: {
            "accept_quotation_as_staff":
{ Args: { "p_details": Json,"p_id": string,"p_version": number }; Returns: SqlReplies["accept_quotation_as_staff"]
                           },
"accept_quotation_within_limits":
{ Args: { "p_address_hash": string,"p_answer_by"?: string,"p_details": Json,"p_id": string,"p_link_version"?: number,"p_new_sid": string,"p_session_days": number,"p_sid": string,"p_version": number }; Returns: SqlReplies["accept_quotation_within_limits"]
                           },
"account_export":
{ Args: { "p_user_id": string }; Returns: SqlReplies["account_export"]
                           },
"add_bank_holiday":
{ Args: { "p_day": string,"p_name": string,"p_source": string }; Returns: undefined
                           },
"add_customer_note":
{ Args: { "p_id": string,"p_order_id": string,"p_text": string }; Returns: SqlReplies["add_customer_note"]
                           },
"add_order_note":
{ Args: { "p_id": string,"p_order_id": string,"p_text": string }; Returns: SqlReplies["add_order_note"]
                           },
"admin_stats":
{ Args: Record<PropertyKey, never>; Returns: SqlReplies["admin_stats"]
                           },
"advance_order":
{ Args: { "p_order_id": string,"p_reason"?: string,"p_status": string }; Returns: SqlReplies["advance_order"]
                           },
"advance_shipment":
{ Args: { "p_carrier"?: string,"p_day"?: string,"p_id": string,"p_reason"?: string,"p_status": string,"p_waybill"?: string }; Returns: SqlReplies["advance_shipment"]
                           },
"ask_for_quotation_within_limits":
{ Args: { "p_address_hash": string,"p_id": string,"p_request": Json,"p_sid": string }; Returns: SqlReplies["ask_for_quotation_within_limits"]
                           },
"ask_of_transaction":
{ Args: { "p_transaction_id": string }; Returns: SqlReplies["ask_of_transaction"]
                           },
"bank_against_shop_of_day":
{ Args: { "p_day": string }; Returns: SqlReplies["bank_against_shop_of_day"]
                           },
"begin_payment":
{ Args: { "p_link_version"?: number,"p_order_id": string,"p_phone"?: string,"p_sid": string }; Returns: SqlReplies["begin_payment"]
                           },
"begin_payment_within_limits":
{ Args: { "p_address_hash": string,"p_link_version"?: number,"p_order_id": string,"p_phone"?: string,"p_sid": string }; Returns: SqlReplies["begin_payment_within_limits"]
                           },
"begin_second_factor":
{ Args: { "p_sealed_secret": string,"p_session_id": string,"p_user_id": string }; Returns: string
                           },
"book_stock":
{ Args: { "p_id": string,"p_kind": string,"p_lines": Json,"p_reference": string,"p_supplier": string }; Returns: SqlReplies["book_stock"]
                           },
"broken_invariants":
{ Args: Record<PropertyKey, never>; Returns: SqlReplies["broken_invariants"]
                           },
"cancel_unpaid_order":
{ Args: { "p_order_id": string,"p_sid": string }; Returns: SqlReplies["cancel_unpaid_order"]
                           },
"change_counties":
{ Args: { "p_counties": Json }; Returns: undefined
                           },
"change_message_rule":
{ Args: { "p_changes": Json,"p_kind": string,"p_seen": Json }; Returns: SqlReplies["change_message_rule"]
                           },
"change_order":
{ Args: { "p_id": string,"p_is_preview"?: boolean,"p_order_id": string,"p_request": Json,"p_tells"?: boolean,"p_version": string }; Returns: SqlReplies["change_order"]
                           },
"change_products":
{ Args: { "p_changes": Json,"p_id"?: string,"p_what"?: string }; Returns: SqlReplies["change_products"]
                           },
"change_quotation":
{ Args: { "p_id": string,"p_request": Json,"p_version": number }; Returns: SqlReplies["change_quotation"]
                           },
"change_settings":
{ Args: { "p_changes": Json,"p_seen": Json }; Returns: SqlReplies["change_settings"]
                           },
"change_shop_details":
{ Args: { "p_changes": Json,"p_seen": Json }; Returns: SqlReplies["change_shop_details"]
                           },
"check_payment":
{ Args: { "p_link_version"?: number,"p_order_id": string,"p_sid": string }; Returns: SqlReplies["check_payment"]
                           },
"check_payment_within_limits":
{ Args: { "p_address_hash": string,"p_link_version"?: number,"p_order_id": string,"p_sid": string }; Returns: SqlReplies["check_payment_within_limits"]
                           },
"claim_messages":
{ Args: { "p_limit": number,"p_providers": Json }; Returns: SqlReplies["claim_messages"]
                           },
"claim_order":
{ Args: { "p_contact": Json,"p_order_id": string,"p_sid": string }; Returns: SqlReplies["claim_order"]
                           },
"claim_transactions_to_ask":
{ Args: { "p_limit": number }; Returns: SqlReplies["claim_transactions_to_ask"]
                           },
"close_owner_task":
{ Args: { "p_outcome": string,"p_reason": string,"p_refund"?: Json,"p_task_id": string }; Returns: SqlReplies["close_owner_task"]
                           },
"close_session":
{ Args: { "p_sid": string }; Returns: undefined
                           },
"close_statement_line":
{ Args: { "p_line_id": string,"p_reason": string,"p_records"?: boolean,"p_transaction_id"?: string,"p_verdict"?: string }; Returns: SqlReplies["close_statement_line"]
                           },
"confirm_email":
{ Args: { "p_id": string,"p_user_id": string }; Returns: string
                           },
"confirm_second_factor":
{ Args: { "p_code_hashes": (string)[],"p_session_id": string,"p_step": number,"p_user_id": string }; Returns: boolean
                           },
"correct_refund":
{ Args: { "p_amount_cents": number,"p_bank_reference": string,"p_day": string,"p_id": string,"p_is_sure"?: boolean,"p_method"?: string,"p_reason": string,"p_refund_id": string }; Returns: SqlReplies["correct_refund"]
                           },
"count_products":
{ Args: { "p_filter"?: Json }; Returns: number
                           },
"create_product":
{ Args: { "p_id"?: string,"p_product": Json }; Returns: SqlReplies["create_product"]
                           },
"customer_details":
{ Args: { "p_id": string }; Returns: SqlReplies["customer_details"]
                           },
"customer_statement":
{ Args: { "p_from": string,"p_order_id": string,"p_to": string }; Returns: SqlReplies["customer_statement"]
                           },
"decide_and_pay_again":
{ Args: { "p_answer": Json,"p_link_version"?: number,"p_order_id": string,"p_phone"?: string,"p_sid": string,"p_trace": string }; Returns: SqlReplies["decide_and_pay_again"]
                           },
"decide_checked_payment":
{ Args: { "p_answer": Json,"p_link_version"?: number,"p_order_id": string,"p_sid": string,"p_trace": string }; Returns: SqlReplies["decide_checked_payment"]
                           },
"decide_payment":
{ Args: { "p_answer": Json,"p_asked_by"?: string,"p_trace": string }; Returns: SqlReplies["decide_payment"]
                           },
"delete_product":
{ Args: { "p_id": string }; Returns: SqlReplies["delete_product"]
                           },
"delivery_quote":
{ Args: { "p_at"?: string,"p_county"?: string,"p_items": Json }; Returns: SqlReplies["delivery_quote"]
                           },
"end_other_sessions":
{ Args: { "p_sid": string }; Returns: number
                           },
"end_session":
{ Args: { "p_id": string,"p_sid": string }; Returns: boolean
                           },
"enter_etims":
{ Args: { "p_entry": Json }; Returns: SqlReplies["enter_etims"]
                           },
"erase_account":
{ Args: { "p_user_id": string }; Returns: undefined
                           },
"erasure_obstacles":
{ Args: { "p_user_id": string }; Returns: SqlReplies["erasure_obstacles"]
                           },
"export_orders":
{ Args: { "p_after"?: Json,"p_filter"?: Json,"p_limit"?: number }; Returns: SqlReplies["export_orders"]
                           },
"find_buyers":
{ Args: { "p_search": string }; Returns: SqlReplies["find_buyers"]
                           },
"find_customers":
{ Args: { "p_after"?: Json,"p_limit"?: number,"p_search"?: string }; Returns: SqlReplies["find_customers"]
                           },
"find_order":
{ Args: { "p_contact": Json,"p_number": string }; Returns: SqlReplies["find_order"]
                           },
"find_people":
{ Args: { "p_after"?: Json,"p_descending"?: boolean,"p_limit"?: number,"p_role"?: string,"p_search"?: string,"p_sort"?: string }; Returns: SqlReplies["find_people"]
                           },
"find_products":
{ Args: { "p_after"?: Json,"p_category"?: string,"p_descending"?: boolean,"p_limit"?: number,"p_search"?: string,"p_sort"?: string,"p_state"?: string,"p_stock"?: string }; Returns: SqlReplies["find_products"]
                           },
"find_stock":
{ Args: { "p_ids"?: (string)[],"p_search"?: string }; Returns: SqlReplies["find_stock"]
                           },
"fit_sheets":
{ Args: { "p_ids"?: (string)[] }; Returns: SqlReplies["fit_sheets"]
                           },
"give_out_pieces":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"give_up_transactions":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"holds_of_same_buyer":
{ Args: { "p_sid": string }; Returns: SqlReplies["holds_of_same_buyer"]
                           },
"import_bank_statement":
{ Args: { "p_columns": Json,"p_file_name": string,"p_id": string,"p_lines": Json }; Returns: SqlReplies["import_bank_statement"]
                           },
"import_products":
{ Args: { "p_columns"?: Json,"p_file_name": string,"p_id": string,"p_rows": Json,"p_unchanged": number }; Returns: SqlReplies["import_products"]
                           },
"invite_staff":
{ Args: { "p_email": string,"p_name": string,"p_role": string }; Returns: SqlReplies["invite_staff"]
                           },
"issue_invoice":
{ Args: { "p_order_id": string }; Returns: SqlReplies["issue_invoice"]
                           },
"lines_of_statement":
{ Args: { "p_statement_id": string }; Returns: SqlReplies["lines_of_statement"]
                           },
"link_version_as_owner":
{ Args: { "p_is_renewed"?: boolean,"p_order_id": string }; Returns: number
                           },
"links_of_number":
{ Args: { "p_number": string }; Returns: SqlReplies["links_of_number"]
                           },
"list_all_orders":
{ Args: { "p_after"?: Json,"p_limit"?: number }; Returns: SqlReplies["list_all_orders"]
                           },
"list_bank_holidays":
{ Args: { "p_year": number }; Returns: {
              "created_at": string,
"day": string,
"id": string,
"name": string,
"source": string,
"updated_at": string
            }[]
                          SetofOptions: {
        from: "*"
        to: "bank_holidays"
        isOneToOne: false
        isSetofReturn: true
      } },
"list_county_settings":
{ Args: Record<PropertyKey, never>; Returns: SqlReplies["list_county_settings"]
                           },
"list_debtors":
{ Args: { "p_after"?: Json,"p_limit"?: number }; Returns: SqlReplies["list_debtors"]
                           },
"list_delivery_counties":
{ Args: Record<PropertyKey, never>; Returns: SqlReplies["list_delivery_counties"]
                           },
"list_etims_sales":
{ Args: { "p_after"?: Json,"p_from": string,"p_to": string }; Returns: SqlReplies["list_etims_sales"]
                           },
"list_history":
{ Args: { "p_limit"?: number,"p_row_ids": (string)[],"p_table": string }; Returns: SqlReplies["list_history"]
                           },
"list_invitations":
{ Args: Record<PropertyKey, never>; Returns: SqlReplies["list_invitations"]
                           },
"list_issued_papers":
{ Args: { "p_after"?: Json,"p_filter"?: Json,"p_from": string,"p_limit"?: number,"p_to": string }; Returns: SqlReplies["list_issued_papers"]
                           },
"list_message_rules":
{ Args: Record<PropertyKey, never>; Returns: SqlReplies["list_message_rules"]
                           },
"list_messages":
{ Args: { "p_after"?: Json,"p_filter"?: Json,"p_limit"?: number }; Returns: SqlReplies["list_messages"]
                           },
"list_my_orders":
{ Args: { "p_before_at"?: string,"p_before_id"?: string,"p_limit"?: number }; Returns: SqlReplies["list_my_orders"]
                           },
"list_order_page":
{ Args: { "p_after"?: Json,"p_descending"?: boolean,"p_filter"?: Json,"p_limit"?: number,"p_sort"?: string }; Returns: SqlReplies["list_order_page"]
                           },
"list_owner_tasks":
{ Args: { "p_after"?: Json,"p_limit"?: number }; Returns: SqlReplies["list_owner_tasks"]
                           },
"list_pieces_at_buyers":
{ Args: { "p_after"?: Json,"p_filter": Json,"p_limit"?: number }; Returns: SqlReplies["list_pieces_at_buyers"]
                           },
"list_product_imports":
{ Args: { "p_limit"?: number }; Returns: SqlReplies["list_product_imports"]
                           },
"list_products":
{ Args: { "p_after"?: Json,"p_count"?: boolean,"p_filter"?: Json,"p_limit"?: number,"p_sort"?: string }; Returns: SqlReplies["list_products"]
                           },
"list_quotations":
{ Args: { "p_after"?: Json,"p_limit"?: number,"p_search"?: string,"p_state"?: string }; Returns: SqlReplies["list_quotations"]
                           },
"list_search_misses":
{ Args: Record<PropertyKey, never>; Returns: SqlReplies["list_search_misses"]
                           },
"list_session_orders":
{ Args: { "p_before_at"?: string,"p_before_id"?: string,"p_limit"?: number,"p_sid": string }; Returns: SqlReplies["list_session_orders"]
                           },
"list_sessions":
{ Args: { "p_sid": string }; Returns: SqlReplies["list_sessions"]
                           },
"list_sold_lines":
{ Args: { "p_after"?: Json,"p_filter"?: Json,"p_from": string,"p_limit"?: number,"p_to": string }; Returns: SqlReplies["list_sold_lines"]
                           },
"list_sold_payments":
{ Args: { "p_after"?: Json,"p_filter"?: Json,"p_from": string,"p_limit"?: number,"p_to": string }; Returns: SqlReplies["list_sold_payments"]
                           },
"list_stock_movements":
{ Args: { "p_product_id": string }; Returns: SqlReplies["list_stock_movements"]
                           },
"list_transaction_page":
{ Args: { "p_after"?: Json,"p_filter"?: Json,"p_limit"?: number }; Returns: SqlReplies["list_transaction_page"]
                           },
"list_transactions":
{ Args: { "p_after"?: Json,"p_limit"?: number }; Returns: SqlReplies["list_transactions"]
                           },
"list_users":
{ Args: { "p_after"?: Json,"p_limit"?: number }; Returns: SqlReplies["list_users"]
                           },
"match_open_lines":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"match_products":
{ Args: { "p_names": (string)[] }; Returns: SqlReplies["match_products"]
                           },
"merge_cart":
{ Args: { "p_items": Json,"p_token": string }; Returns: SqlReplies["merge_cart"]
                           },
"message_detail":
{ Args: { "p_id": string }; Returns: SqlReplies["message_detail"]
                           },
"messages_to_send_again":
{ Args: Record<PropertyKey, never>; Returns: SqlReplies["messages_to_send_again"]
                           },
"my_profile":
{ Args: Record<PropertyKey, never>; Returns: SqlReplies["my_profile"]
                           },
"note_paper_print":
{ Args: { "p_order_id": string }; Returns: undefined
                           },
"note_paybill_payments":
{ Args: { "p_evidence"?: string,"p_payments": Json }; Returns: number
                           },
"note_prompt":
{ Args: { "p_answer": Json,"p_trace": string }; Returns: undefined
                           },
"note_prompt_result":
{ Args: { "p_told": Json,"p_trace": string }; Returns: SqlReplies["note_prompt_result"]
                           },
"note_withheld":
{ Args: { "p_cents": number,"p_method": string,"p_order_id": string }; Returns: SqlReplies["note_withheld"]
                           },
"open_orders":
{ Args: { "p_sid": string }; Returns: SqlReplies["open_orders"]
                           },
"open_session":
{ Args: { "p_days": number,"p_device"?: string,"p_sess": Json,"p_sid": string }; Returns: undefined
                           },
"order_details":
{ Args: { "p_order_id": string }; Returns: SqlReplies["order_details"]
                           },
"orders_to_pay":
{ Args: { "p_text"?: string,"p_transaction_id": string }; Returns: SqlReplies["orders_to_pay"]
                           },
"owner_alerts":
{ Args: Record<PropertyKey, never>; Returns: SqlReplies["owner_alerts"]
                           },
"papers_of_order":
{ Args: { "p_contact"?: Json,"p_kind": string,"p_link_version"?: number,"p_order_id": string,"p_sid": string }; Returns: SqlReplies["papers_of_order"]
                           },
"pay_again":
{ Args: { "p_link_version"?: number,"p_order_id": string,"p_phone"?: string,"p_sid": string }; Returns: SqlReplies["pay_again"]
                           },
"pick_list":
{ Args: { "p_order_ids": (string)[] }; Returns: SqlReplies["pick_list"]
                           },
"place_order":
{ Args: { "p_answer_by"?: string,"p_key"?: string,"p_request": Json,"p_request_hash": string,"p_session_days": number,"p_sid": string }; Returns: SqlReplies["place_order"]
                           },
"place_order_as_staff":
{ Args: { "p_id": string,"p_request": Json }; Returns: SqlReplies["place_order_as_staff"]
                           },
"place_order_within_limits":
{ Args: { "p_address_hash": string,"p_answer_by"?: string,"p_key"?: string,"p_new_sid": string,"p_request": Json,"p_request_hash": string,"p_session_days": number,"p_sid": string }; Returns: SqlReplies["place_order_within_limits"]
                           },
"preview_bank_statement":
{ Args: { "p_lines": Json }; Returns: SqlReplies["preview_bank_statement"]
                           },
"prices_before_import":
{ Args: { "p_id": string }; Returns: SqlReplies["prices_before_import"]
                           },
"product_facets":
{ Args: { "p_filter"?: Json }; Returns: SqlReplies["product_facets"]
                           },
"product_index":
{ Args: Record<PropertyKey, never>; Returns: SqlReplies["product_index"]
                           },
"product_page":
{ Args: { "p_name": string }; Returns: SqlReplies["product_page"]
                           },
"products_by_ids":
{ Args: { "p_ids": (string)[] }; Returns: SqlReplies["products_by_ids"]
                           },
"products_by_slugs":
{ Args: { "p_slugs": (string)[] }; Returns: SqlReplies["products_by_slugs"]
                           },
"purge_expired":
{ Args: { "p_limit"?: number }; Returns: number
                           },
"queue_due_messages":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"queue_health_messages":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"quotation_as_staff":
{ Args: { "p_id": string }; Returns: SqlReplies["quotation_as_staff"]
                           },
"quotation_by_link":
{ Args: { "p_id": string,"p_link_version"?: number }; Returns: SqlReplies["quotation_by_link"]
                           },
"quotation_link_version":
{ Args: { "p_id": string,"p_is_renewed"?: boolean }; Returns: number
                           },
"quotation_paper":
{ Args: { "p_id": string,"p_link_version"?: number }; Returns: SqlReplies["quotation_paper"]
                           },
"quote_as_staff":
{ Args: { "p_id": string,"p_request": Json }; Returns: SqlReplies["quote_as_staff"]
                           },
"read_session":
{ Args: { "p_days": number,"p_sid": string }; Returns: SqlReplies["read_session"]
                           },
"record_heartbeat":
{ Args: { "p_job": string }; Returns: undefined
                           },
"record_message_events":
{ Args: { "p_events": Json,"p_provider": string }; Returns: SqlReplies["record_message_events"]
                           },
"record_message_result":
{ Args: { "p_has_key"?: boolean,"p_id": string,"p_lease": string,"p_outcome": string,"p_provider_id"?: string,"p_reason"?: string,"p_retry_seconds"?: number }; Returns: undefined
                           },
"record_password_entry":
{ Args: { "p_may_change"?: boolean,"p_session_id": string,"p_user_id": string }; Returns: undefined
                           },
"record_payment":
{ Args: { "p_amount": number,"p_day": string,"p_id": string,"p_is_sure"?: boolean,"p_method": string,"p_note"?: string,"p_order_id": string,"p_reference": string,"p_shares"?: Json }; Returns: SqlReplies["record_payment"]
                           },
"record_proved_device":
{ Args: { "p_device_hash": string,"p_email_hash": string }; Returns: undefined
                           },
"record_refund":
{ Args: { "p_amount_cents": number,"p_bank_reference": string,"p_cancels"?: boolean,"p_day": string,"p_id": string,"p_is_sure"?: boolean,"p_lines"?: Json,"p_method"?: string,"p_order_id"?: string,"p_reason": string,"p_transaction_id": string }; Returns: SqlReplies["record_refund"]
                           },
"record_refund_back":
{ Args: { "p_amount_cents": number,"p_bank_reference": string,"p_day": string,"p_id": string,"p_reason": string,"p_refund_id": string }; Returns: SqlReplies["record_refund_back"]
                           },
"record_search_miss":
{ Args: { "p_query": string }; Returns: undefined
                           },
"record_shipment":
{ Args: { "p_carrier"?: string,"p_day"?: string,"p_id": string,"p_lines": Json,"p_order_id": string,"p_reason"?: string,"p_seen": Json,"p_status": string,"p_waybill"?: string }; Returns: SqlReplies["record_shipment"]
                           },
"record_sign_in":
{ Args: { "p_address_hash": string,"p_device"?: string,"p_device_hash": string,"p_email_hash": string,"p_worked": boolean }; Returns: undefined
                           },
"record_staff_activity":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"reduce_order":
{ Args: { "p_cause": string,"p_cents": number,"p_id": string,"p_lines"?: Json,"p_order_id": string,"p_reason": string }; Returns: SqlReplies["reduce_order"]
                           },
"release_holds":
{ Args: { "p_order_ids": (string)[] }; Returns: undefined
                           },
"remembered_columns":
{ Args: Record<PropertyKey, never>; Returns: SqlReplies["remembered_columns"]
                           },
"remove_bank_holiday":
{ Args: { "p_id": string }; Returns: undefined
                           },
"renew_order_link":
{ Args: { "p_order_id": string,"p_sid": string }; Returns: SqlReplies["renew_order_link"]
                           },
"replace_session":
{ Args: { "p_days": number,"p_device"?: string,"p_new_sid": string,"p_old_sid": string,"p_sess": Json }; Returns: undefined
                           },
"request_email_confirmation":
{ Args: { "p_address_hash"?: string,"p_email"?: string,"p_user_id": string }; Returns: SqlReplies["request_email_confirmation"]
                           },
"require_permission":
{ Args: { "p_permission": string }; Returns: undefined
                           },
"reset_second_factor":
{ Args: { "p_user_id": string }; Returns: undefined
                           },
"restore_product":
{ Args: { "p_id": string }; Returns: SqlReplies["restore_product"]
                           },
"return_to_ask":
{ Args: { "p_order_id"?: string,"p_trace": string }; Returns: SqlReplies["return_to_ask"]
                           },
"reverse_payment":
{ Args: { "p_cause"?: string,"p_day"?: string,"p_reason": string,"p_transaction_id": string }; Returns: SqlReplies["reverse_payment"]
                           },
"review_data_sheet":
{ Args: { "p_category": string,"p_specs": Json }; Returns: SqlReplies["review_data_sheet"]
                           },
"sales_report":
{ Args: { "p_from": string,"p_to": string }; Returns: SqlReplies["sales_report"]
                           },
"save_cart":
{ Args: { "p_items": Json }; Returns: undefined
                           },
"save_session":
{ Args: { "p_sess": Json,"p_sid": string }; Returns: undefined
                           },
"schedule_jobs":
{ Args: Record<PropertyKey, never>; Returns: (string)[]
                           },
"search_dashboard":
{ Args: { "p_query": string }; Returns: SqlReplies["search_dashboard"]
                           },
"search_products":
{ Args: { "p_limit"?: number,"p_query": string,"p_wish"?: Json }; Returns: SqlReplies["search_products"]
                           },
"second_factor_of":
{ Args: { "p_session_id": string,"p_user_id": string }; Returns: SqlReplies["second_factor_of"]
                           },
"send_messages_again":
{ Args: { "p_ids": (string)[] }; Returns: number
                           },
"send_order_link":
{ Args: { "p_order_id": string }; Returns: boolean
                           },
"set_customer_terms":
{ Args: { "p_days"?: number,"p_id"?: string,"p_limit"?: number,"p_name"?: string,"p_pin"?: string }; Returns: SqlReplies["set_customer_terms"]
                           },
"set_product_vat":
{ Args: { "p_class": string,"p_evidence": string,"p_product_id": string }; Returns: SqlReplies["set_product_vat"]
                           },
"set_user_role":
{ Args: { "p_role": string,"p_user_id": string }; Returns: SqlReplies["set_user_role"]
                           },
"share_payment":
{ Args: { "p_id": string,"p_shares": Json,"p_transaction_id": string }; Returns: SqlReplies["share_payment"]
                           },
"shop_details":
{ Args: Record<PropertyKey, never>; Returns: SqlReplies["shop_details"]
                           },
"shop_health":
{ Args: Record<PropertyKey, never>; Returns: SqlReplies["shop_health"]
                           },
"shop_settings":
{ Args: Record<PropertyKey, never>; Returns: SqlReplies["shop_settings"]
                           },
"shop_text":
{ Args: { "p_page": string }; Returns: SqlReplies["shop_text"]
                           },
"shown_products_by_ids":
{ Args: { "p_ids": (string)[] }; Returns: SqlReplies["shown_products_by_ids"]
                           },
"standard_vat":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"statements_overview":
{ Args: Record<PropertyKey, never>; Returns: SqlReplies["statements_overview"]
                           },
"stats_of_period":
{ Args: { "p_from": string,"p_step"?: string,"p_to": string }; Returns: SqlReplies["stats_of_period"]
                           },
"stop_reminders":
{ Args: { "p_is_stopped": boolean,"p_order_id": string }; Returns: boolean
                           },
"store_message_content":
{ Args: { "p_content": Json,"p_id": string,"p_lease": string }; Returns: boolean
                           },
"suggest_products":
{ Args: { "p_query": string,"p_wish"?: Json }; Returns: SqlReplies["suggest_products"]
                           },
"take_limits":
{ Args: { "p_action": string,"p_keys": Json }; Returns: number
                           },
"take_message_step":
{ Args: { "p_detail"?: string,"p_id": string,"p_step": string }; Returns: SqlReplies["take_message_step"]
                           },
"take_refresh_lease":
{ Args: { "p_seconds": number,"p_sid": string }; Returns: boolean
                           },
"take_sign_in":
{ Args: { "p_address_hash": string,"p_device_hash": string,"p_email_hash": string }; Returns: number
                           },
"terms_of_buyer":
{ Args: { "p_account": string,"p_pin": string }; Returns: SqlReplies["terms_of_buyer"]
                           },
"transaction_by_id":
{ Args: { "p_transaction_id": string }; Returns: SqlReplies["transaction_by_id"]
                           },
"transaction_evidence":
{ Args: { "p_id": string }; Returns: SqlReplies["transaction_evidence"]
                           },
"transaction_to_ask":
{ Args: { "p_is_limited"?: boolean,"p_order_id": string }; Returns: SqlReplies["transaction_to_ask"]
                           },
"undo_account_change":
{ Args: { "p_id": string }; Returns: string
                           },
"undo_product_change":
{ Args: { "p_history_id": number }; Returns: SqlReplies["undo_product_change"]
                           },
"undo_product_import":
{ Args: { "p_id": string,"p_leave_changed"?: boolean }; Returns: SqlReplies["undo_product_import"]
                           },
"unused_pictures":
{ Args: Record<PropertyKey, never>; Returns: (string)[]
                           },
"update_product":
{ Args: { "p_changes": Json,"p_id": string,"p_seen"?: string,"p_seen_values"?: Json }; Returns: SqlReplies["update_product"]
                           },
"use_recovery_code":
{ Args: { "p_code_hash": string,"p_session_id": string,"p_user_id": string }; Returns: boolean
                           },
"use_second_factor":
{ Args: { "p_session_id": string,"p_step": number,"p_user_id": string }; Returns: boolean
                           },
"vat_of_product":
{ Args: { "p_product_id": string }; Returns: SqlReplies["vat_of_product"]
                           },
"visible_order":
{ Args: { "p_link_version"?: number,"p_order_id": string,"p_sid": string }; Returns: SqlReplies["visible_order"]
                           },
"waiting_counts":
{ Args: Record<PropertyKey, never>; Returns: SqlReplies["waiting_counts"]
                           },
"withdraw_invitation":
{ Args: { "p_id": string }; Returns: SqlReplies["withdraw_invitation"]
                           }
          }
          Enums: {
            [_ in never]: never
          }
          CompositeTypes: {
            [_ in never]: never
          }
        }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
  ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
      Row: infer R
    }
    ? R
    : never
  : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Insert: infer I
    }
    ? I
    : never
  : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Update: infer U
    }
    ? U
    : never
  : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
  ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
  : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
  ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
  : never

export const Constants = {
  "public": {
          Enums: {
            
          }
        }
} as const
